"use client";

import { type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo, useEffect } from "react";
import { branchLogic } from "#domain/branch-words.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useView } from "../../store/view-state.ts";
import type { DrawnEdge } from "../scene/drawn-edges.ts";
import type { EdgeShape } from "../scene/flow-shapes.ts";
import { useLogicWords } from "../surface/names.ts";
import { noteCommit } from "./commit-count.ts";

/** Room the arrow takes at the end of a line. */
const ARROW = 7;
/** Width of a letter on an edge in canvas units, and the fewest letters worth showing. */
const LETTER = 5.6;
const FEWEST = 6;
/** Distance of the words above their edge, or below one that rises through them, in canvas units. */
const LOGIC_ABOVE = 6;
const LOGIC_BELOW = 15;
/** Distance of marks on an edge from the node it leaves, in canvas units. */
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
        {edge.logic !== null && (
          <EdgeLogic
            logic={edge.logic}
            x={sourceX + FIRST_MARK + (edge.conditional ? 8 : 0)}
            y={sourceY + (targetY < sourceY ? LOGIC_BELOW : -LOGIC_ABOVE)}
            width={targetX - sourceX - 2 * FIRST_MARK - (edge.conditional ? 8 : 0)}
          />
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

interface EdgeLogicProps {
  logic: NonNullable<DrawnEdge["edge"]["logic"]>;
  x: number;
  y: number;
  /** Room between the nodes. */
  width: number;
}

/** Conditions and effects of a branch along its edge, cut to the room beside it; whole when pointed at. */
function EdgeLogic({ logic, x, y, width }: EdgeLogicProps) {
  const words = useLogicWords((names) => branchLogic(logic, names));
  const letters = Math.floor(width / LETTER);
  if (letters < FEWEST) return null;
  return (
    <text className="cv-edge-logic" x={x} y={y}>
      <title>{words}</title>
      {words.length > letters ? `${words.slice(0, letters - 1).trimEnd()}…` : words}
    </text>
  );
}
