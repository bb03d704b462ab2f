"use client";

import { type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useEffect } from "react";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useView } from "../../store/view-state.ts";
import type { EdgeShape } from "../scene/flow-shapes.ts";
import { noteCommit } from "./commit-count.ts";

/** Room the arrow takes at the end of a line. */
const ARROW = 7;
/** Where marks stand on an edge, from the node it leaves. */
const FIRST_MARK = 14;

/** An edge between two nodes. Its own subscriptions tell it whether it is lit; nothing else wakes it. */
export const EdgeLine = memo(
  function EdgeLine({
    id,
    data,
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  }: EdgeProps<EdgeShape>) {
    useEffect(() => noteCommit("edge", id));
    const drawn = data?.drawn;
    const from = drawn?.from ?? "";
    const to = drawn?.to ?? "";
    const lit = useDialogueState(({ selection }) => selection.has(from) || selection.has(to));
    const mark = useDialogueState(({ compared }) => drawn && compared?.branches.get(drawn.edge.branchId));
    const step = useView((view) => (drawn === undefined ? -1 : view.path.lastIndexOf(drawn.edge.branchId)));
    if (drawn === undefined) return null;
    const { edge } = drawn;
    const [d, middleX, middleY] = getBezierPath({
      sourceX: sourceX + 5,
      sourceY,
      sourcePosition,
      targetX: targetX - ARROW + 1,
      targetY,
      targetPosition,
    });
    const isElse = edge.kind === "else" || edge.kind === "fallback";
    const onceAt = sourceX + FIRST_MARK + (edge.conditional ? 14 : 0);
    return (
      <g
        className="cv-edge"
        data-lit={lit || undefined}
        data-path={step >= 0 || undefined}
        data-change={mark}
        data-dash={edge.conditional ? "condition" : isElse ? "else" : undefined}
      >
        <path className="cv-edge-line" d={d} />
        <path className="cv-edge-reach" d={d} data-edge={id} data-from={edge.from} />
        <path
          className="cv-edge-arrow"
          d={`M${targetX - ARROW} ${targetY - 4}L${targetX} ${targetY}L${targetX - ARROW} ${targetY + 4}Z`}
        />
        {edge.conditional && (
          <path className="cv-edge-mark" d={`M${sourceX + FIRST_MARK - 5} ${sourceY}l5 -5l5 5l-5 5Z`} />
        )}
        {edge.once && (
          <path className="cv-edge-tick" d={`M${onceAt} ${sourceY + 4}l3 -8M${onceAt + 4} ${sourceY + 4}l3 -8`} />
        )}
        {step >= 0 && (
          <g className="cv-edge-step" transform={`translate(${middleX} ${middleY})`}>
            <circle r="9" />
            <text y="4">{step + 1}</text>
          </g>
        )}
      </g>
    );
  },
  (a, b) =>
    a.data === b.data &&
    a.sourceX === b.sourceX &&
    a.sourceY === b.sourceY &&
    a.targetX === b.targetX &&
    a.targetY === b.targetY,
);
