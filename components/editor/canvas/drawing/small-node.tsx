"use client";

import { useEffect } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { useCompared } from "../../compare/use-compared.ts";
import { Glyph, lookOf } from "../../fields/glyph.tsx";
import { useNode } from "../../session/dialogue-context.ts";
import { useWorstProblem } from "../../store/use-problems.ts";
import { useView } from "../../store/view-state.ts";
import { noteCommit } from "./commit-count.ts";
import { useNodeState } from "./node-state.ts";
import { useIsMuted } from "./use-is-muted.ts";

/** Height of a line of the large title, and the room above and below it. */
const LINE = 34;
const PAD = 10;

/** A node from further away: what it is and what it is called, large enough to read. */
export function SmallNode({ id }: { id: string }) {
  useEffect(() => noteCommit("node", id));
  const node = useNode(id);
  const state = useNodeState(id);
  const muted = useIsMuted(id);
  const worst = useWorstProblem(id);
  const marked = useView((view) => view.marked.has(id));
  const mark = useCompared(id)?.mark;
  if (node === undefined) return null;
  const look = lookOf(node.kind);
  const lines = Math.max(1, Math.floor((nodeMetrics(node).height - PAD) / LINE));
  return (
    <div
      className="cv-node cv-small-node"
      aria-hidden="true"
      data-shown="node"
      data-look={look}
      data-kind={node.kind}
      data-selected={state.selected || undefined}
      data-active={state.active || undefined}
      data-start={state.start || undefined}
      data-conflict={state.conflict || undefined}
      data-marked={marked || undefined}
      data-muted={muted || undefined}
      data-worst={worst ?? undefined}
      data-change={mark}
    >
      <div className="cv-face cv-small-node-face">
        <Glyph kind={node.kind} size={28} />
        <span className="cv-title" style={{ WebkitLineClamp: lines }} dir="auto">
          {nodeName(node)}
        </span>
      </div>
    </div>
  );
}
