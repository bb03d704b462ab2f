"use client";

import { memo } from "react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { Glyph, lookOf } from "../fields/glyph.tsx";
import { SeverityMark } from "../fields/severity-mark.tsx";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useWorstProblem } from "../store/use-problems.ts";

interface OutlineRowProps {
  id: string;
  isActive: boolean;
  position: number;
  of: number;
}

/** One node of the outline. Renders again only when its own name, kind or problems change. */
export const OutlineRow = memo(function OutlineRow({ id, isActive, position, of }: OutlineRowProps) {
  const session = useDialogue();
  const name = useDialogueState((state) => {
    const node = state.nodes.get(id);
    return node === undefined ? "" : nodeName(node);
  });
  const kind = useDialogueState((state) => state.nodes.get(id)?.kind ?? "line");
  const isStart = useDialogueState(({ graph, nodes }) => (graph.start_node_id ?? nodes.keys().next().value) === id);
  const problem = useWorstProblem(id);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys; its active option is named by it.
    <div
      role="option"
      aria-selected={isActive}
      aria-posinset={position}
      aria-setsize={of}
      aria-label={[name, KIND_NAMES[kind], isStart ? "start" : "", problem ?? ""].filter(Boolean).join(", ")}
      onClick={() => session.reveal(id)}
      className="flex h-full cursor-pointer items-center gap-2 px-3 text-13 text-ink-2 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-ink forced-colors:aria-selected:outline-2"
    >
      <span className="shrink-0 text-ink-3">
        <Glyph look={lookOf(kind)} size={12} />
      </span>
      <span dir="auto" className={`min-w-0 grow truncate ${isStart ? "font-semibold" : ""}`}>
        {name}
      </span>
      {problem !== null && <SeverityMark severity={problem} className="size-3.5" />}
    </div>
  );
});
