"use client";

import { memo } from "react";
import { MARK_WORDS, useCompared } from "../../compare/use-compared.ts";
import { useDialogueState, useIsSelected } from "../../session/dialogue-context.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useLevel } from "../surface/flow-adapter.tsx";
import { tintOf } from "./group-node.tsx";

/** Most characters of a note drawn on the canvas: as many as a large note can show. */
const PREVIEW = 4_000;

/** A note: a slip of canvas beside the nodes, never part of the dialogue. */
export const NoteNode = memo(
  function NoteNode({ id }: { id: string }) {
    const note = useDialogueState((state) => state.annotations.get(id));
    const selected = useIsSelected(id);
    const mark = useCompared(id)?.mark;
    const level = useLevel(useCanvasParts().adapter);
    if (note === undefined) return null;
    return (
      <div
        className="cv-note"
        aria-hidden="true"
        data-shown="note"
        data-selected={selected || undefined}
        data-change={mark}
        data-small={level !== "near" || undefined}
        style={tintOf(note.color === "neutral" ? "yellow" : note.color)}
      >
        <p data-part="text" data-empty={note.text === "" || undefined} dir="auto">
          {note.text === "" ? "Empty note" : note.text.slice(0, PREVIEW)}
        </p>
        {mark !== undefined && <span className="cv-mark">{MARK_WORDS[mark].toLowerCase()}</span>}
        <span className="cv-resize" data-resize={id} />
      </div>
    );
  },
  (before, after) => before.id === after.id,
);
