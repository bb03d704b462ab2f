"use client";

import { useEffect } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { Glyph, lookOf } from "../../fields/glyph.tsx";
import { useNode } from "../../session/dialogue-context.ts";
import { useIsMuted, useWorstProblem } from "../../store/use-problems.ts";
import { useView } from "../../store/view-state.ts";
import { useCardState } from "./card-state.ts";
import { noteCommit } from "./commit-count.ts";

/** Height of a line of the large title, and the room above and below it. */
const LINE = 34;
const PAD = 10;

/** A card from further away: what it is and what it is called, large enough to read. */
export function Glance({ id }: { id: string }) {
  useEffect(() => noteCommit("card", id));
  const node = useNode(id);
  const state = useCardState(id);
  const muted = useIsMuted(id);
  const worst = useWorstProblem(id);
  const marked = useView((view) => view.marked.has(id));
  if (node === undefined) return null;
  const look = lookOf(node.kind);
  const lines = Math.max(1, Math.floor((nodeMetrics(node).height - PAD) / LINE));
  return (
    <div
      className="cv-card cv-glance"
      aria-hidden="true"
      data-shown="card"
      data-look={look}
      data-selected={state.selected || undefined}
      data-active={state.active || undefined}
      data-start={state.start || undefined}
      data-conflict={state.conflict || undefined}
      data-marked={marked || undefined}
      data-muted={muted || undefined}
      data-worst={worst ?? undefined}
    >
      <div className="cv-face cv-glance-face">
        <Glyph look={look} size={28} />
        <span className="cv-title" style={{ WebkitLineClamp: lines }} dir="auto">
          {nodeName(node)}
        </span>
      </div>
    </div>
  );
}
