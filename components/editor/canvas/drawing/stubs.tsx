"use client";

import { nodeName } from "#domain/dialogue/names.ts";
import { useDialogue, useDialogueState } from "../../session/dialogue-context.ts";
import type { Stub } from "../scene/drawn-edges.ts";
import { useCanvasHandle } from "../surface/canvas-surface.ts";
import { useDialogueName } from "../surface/names.ts";

/** A branch that is no line: it leads far away, to another dialogue, or to a node that is gone. */
export function OutStub({ stub, y }: { stub: Stub; y: number }) {
  const { edge, kind } = stub;
  if (kind === "missing") {
    return (
      <span className="cv-stub cv-stub-out" data-kind="missing" style={{ top: y }}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" />
          <path d="m5.5 5.5 5 5m0-5-5 5" />
        </svg>
        missing
      </span>
    );
  }
  if (kind === "dialogue") {
    return (
      <span className="cv-stub cv-stub-out" data-kind="dialogue" style={{ top: y }}>
        <DialogueWord id={edge.toGraph} />
      </span>
    );
  }
  return <FarStub to={edge.to} y={y} />;
}

function DialogueWord({ id }: { id: string | null }) {
  const name = useDialogueName(id);
  return (
    <span className="cv-chip" dir="auto">
      ↗ {name ?? "Another dialogue"}
    </span>
  );
}

function FarStub({ to, y }: { to: string | null; y: number }) {
  const session = useDialogue();
  const name = useNodeName(to);
  return (
    <span className="cv-stub cv-stub-out" style={{ top: y }}>
      <button
        type="button"
        tabIndex={-1}
        data-own=""
        className="cv-chip"
        dir="auto"
        onClick={() => to !== null && session.reveal(to)}
      >
        → {name}
      </button>
    </span>
  );
}

/** Nodes far away that lead here. */
export function InStub({ from, y }: { from: readonly string[]; y: number }) {
  const session = useDialogue();
  const canvas = useCanvasHandle();
  const [only] = from;
  const go = () => {
    if (from.length === 1 && only !== undefined) return session.reveal(only);
    session.select(from);
    canvas.fit(from);
  };
  return (
    <span className="cv-stub cv-stub-in" style={{ top: y }}>
      <button type="button" tabIndex={-1} data-own="" className="cv-chip" dir="auto" onClick={go}>
        {from.length === 1 && only !== undefined ? <OnlyName id={only} /> : `← ${from.length} cards`}
      </button>
    </span>
  );
}

function OnlyName({ id }: { id: string }) {
  return `← ${useNodeName(id)}`;
}

/** A node's name; renders again only when the name is another. */
function useNodeName(id: string | null): string {
  return useDialogueState((state) => {
    const node = id === null ? undefined : state.nodes.get(id);
    return node === undefined ? "" : nodeName(node);
  });
}
