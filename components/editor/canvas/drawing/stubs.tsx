"use client";

import { nodeName } from "#domain/dialogue/names.ts";
import { PageLink } from "../../../ui/page-link.tsx";
import { useDialogue, useDialogueState } from "../../session/dialogue-context.ts";
import type { Stub } from "../scene/drawn-edges.ts";
import { useCanvasHandle } from "../surface/canvas-surface.ts";
import { useDialogueName } from "../surface/names.ts";

interface OutStubProps {
  stub: Stub;
  /** Whether the row above says where this one leads: then a sign is enough. */
  isRepeated: boolean;
}

/**
 * The end of a branch that is no line, in the row of the branch: it leads far away, to another dialogue, or to a node that is
 * gone. Within its own node it covers nothing of another, and nothing of another covers it.
 */
export function OutStub({ stub, isRepeated }: OutStubProps) {
  const { edge, kind } = stub;
  if (kind === "missing") {
    return (
      <span className="cv-stub" data-kind="missing">
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" />
          <path d="m5.5 5.5 5 5m0-5-5 5" />
        </svg>
        missing
      </span>
    );
  }
  if (kind === "dialogue") return <DialogueStub graphId={edge.toGraph} nodeId={edge.to} isRepeated={isRepeated} />;
  return <FarStub to={edge.to} isRepeated={isRepeated} />;
}

interface DialogueStubProps {
  graphId: string | null;
  /** A node of that dialogue; null for its start. */
  nodeId: string | null;
  isRepeated: boolean;
}

function DialogueStub({ graphId, nodeId, isRepeated }: DialogueStubProps) {
  const projectId = useDialogueState((state) => state.projectId);
  const name = useDialogueName(graphId) ?? "Another dialogue";
  return (
    <PageLink
      tabIndex={-1}
      data-own=""
      data-kind="dialogue"
      className="cv-chip"
      dir="auto"
      title={name}
      href={`/projects/${projectId}/dialogues/${graphId}${nodeId === null ? "" : `?card=${nodeId}`}`}
    >
      {isRepeated ? "↗" : `↗ ${name}`}
    </PageLink>
  );
}

function FarStub({ to, isRepeated }: { to: string | null; isRepeated: boolean }) {
  const session = useDialogue();
  const name = useNodeName(to);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-own=""
      className="cv-chip"
      dir="auto"
      title={name}
      onClick={() => to !== null && session.reveal(to)}
    >
      {isRepeated ? "→" : `→ ${name}`}
    </button>
  );
}

/** Nodes far away that lead here, on the upper border of the node. */
export function InStub({ from }: { from: readonly string[] }) {
  const session = useDialogue();
  const canvas = useCanvasHandle();
  const [only] = from;
  const go = () => {
    if (from.length === 1 && only !== undefined) return session.reveal(only);
    session.select(from);
    canvas.fit(from);
  };
  return (
    <button type="button" tabIndex={-1} data-own="" className="cv-chip cv-chip-in" dir="auto" onClick={go}>
      {from.length === 1 && only !== undefined ? <OnlyName id={only} /> : `← ${from.length} cards`}
    </button>
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
