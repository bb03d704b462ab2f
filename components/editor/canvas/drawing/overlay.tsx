"use client";

import { getBezierPath, Position, ViewportPortal } from "@xyflow/react";
import { useSyncExternalStore } from "react";
import { describeConditions } from "#domain/describe-logic.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { nodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import { useCan } from "../../../frame/session/can.ts";
import { useLogicNames } from "../../fields/use-logic-names.ts";
import type { Port } from "../../gestures/connect.ts";
import { overlaps, type Point } from "../../model/rects.ts";
import { useNode } from "../../session/dialogue-context.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useCanvas } from "../surface/canvas-surface.ts";
import { useLevel } from "../surface/flow-adapter.tsx";
import { type Guide, useOverlay } from "../surface/overlay-state.ts";

/** Most characters of a branch drawn on an edge. */
const PREVIEW = 120;

/** Layer over the nodes, in canvas units, for gestures in progress. */
export function Overlay() {
  const guides = useOverlay((state) => state.guides);
  const connection = useOverlay((state) => state.connection);
  const shapes = useOverlay((state) => state.shapes);
  const hovered = useOverlay((state) => state.hovered);
  return (
    <ViewportPortal>
      {shapes !== null && <SuggestedShapes shapes={shapes} />}
      {guides.map((guide) => (
        <GuideLine key={guide.axis} guide={guide} />
      ))}
      {connection !== null && <ConnectionLine from={connection.from} to={connection.to} target={connection.target} />}
      {hovered !== null && <EdgeHover id={hovered} />}
    </ViewportPortal>
  );
}

/** The rectangle that selects, in pixels of the window. */
export function Marquee() {
  const rect = useOverlay((state) => state.marquee);
  if (rect === null) return null;
  const { x, y, width, height } = rect;
  return <div className="cv-marquee" style={{ transform: `translate(${x}px, ${y}px)`, width, height }} />;
}

/** Suggested shapes that are in view; from far away they are painted with everything else. */
function SuggestedShapes({ shapes }: { shapes: ReadonlyMap<string, Point> }) {
  const { adapter, scene } = useCanvasParts();
  const inView = () => {
    if (adapter.level() === "far") return "";
    const seen = adapter.visible();
    const ids = [...shapes].flatMap(([id, at]) => {
      const rect = scene.rectOf(id);
      return rect !== null && overlaps({ ...rect, ...at }, seen) ? [id] : [];
    });
    return ids.join(" ");
  };
  const ids = useSyncExternalStore(adapter.listenView, inView, () => "");
  if (ids === "") return null;
  return ids.split(" ").map((id) => {
    const at = shapes.get(id);
    return at === undefined ? null : <SuggestedShape key={id} id={id} at={at} />;
  });
}

function SuggestedShape({ id, at }: { id: string; at: Point }) {
  const { scene } = useCanvasParts();
  const node = useNode(id);
  const rect = scene.rectOf(id);
  if (rect === null) return null;
  return (
    <div
      className="cv-suggestion"
      style={{ transform: `translate(${at.x}px, ${at.y}px)`, width: rect.width, height: rect.height }}
    >
      {node !== undefined && (
        <span className="cv-title" dir="auto">
          {nodeName(node)}
        </span>
      )}
    </div>
  );
}

function GuideLine({ guide: { axis, at, from, to } }: { guide: Guide }) {
  const style =
    axis === "x"
      ? { transform: `translate(${at}px, ${from}px)`, height: to - from }
      : { transform: `translate(${from}px, ${at}px)`, width: to - from };
  return <div className="cv-guide" data-axis={axis} style={style} />;
}

/** Returns the start of a connection: its branch's port, or the node's own. */
function portOf(rect: Point, from: Port, rows: ReturnType<typeof nodeMetrics>["rows"]): Point {
  const row = rows.find(({ branchId }) => branchId === from.branchId);
  return { x: rect.x + WIDTH, y: rect.y + (row === undefined ? PORT_Y : row.y + ROW / 2) };
}

function ConnectionLine({ from, to, target }: { from: Port; to: Point; target: string | null }) {
  const { scene } = useCanvasParts();
  const node = useNode(from.nodeId);
  const rect = scene.rectOf(from.nodeId);
  const goal = target === null ? null : scene.rectOf(target);
  if (node === undefined || rect === null) return null;
  const start = portOf(rect, from, nodeMetrics(node).rows);
  const end = goal === null ? to : { x: goal.x, y: goal.y + PORT_Y };
  const [d] = getBezierPath({
    sourceX: start.x,
    sourceY: start.y,
    sourcePosition: Position.Right,
    targetX: end.x,
    targetY: end.y,
    targetPosition: Position.Left,
  });
  return (
    <>
      <svg className="cv-connection" aria-hidden="true">
        <path d={d} />
        <circle cx={end.x} cy={end.y} r="5" />
      </svg>
      {goal !== null && (
        <div
          className="cv-goal"
          style={{ transform: `translate(${goal.x}px, ${goal.y}px)`, width: goal.width, height: goal.height }}
        />
      )}
    </>
  );
}

/** Words of the edge under the pointer, and the button that inserts a node into it. */
function EdgeHover({ id }: { id: string }) {
  const { adapter, scene } = useCanvasParts();
  const { intent } = useCanvas();
  const mayEdit = useCan()("edit").allowed;
  const level = useLevel(adapter);
  const shape = scene.drawnEdges().find((each) => each.id === id);
  const edge = shape?.data?.drawn.edge;
  const node = useNode(edge?.from ?? null);
  const branch = node?.branches.find((each) => each.id === id);
  const clause = useLogicNames((names) =>
    branch === undefined || branch.conditions.length === 0 ? "" : `if ${describeConditions(branch.conditions, names)}`,
  );
  if (level !== "near" || shape === undefined || node === undefined || branch === undefined) return null;
  const from = scene.rectOf(shape.source);
  const to = scene.rectOf(shape.target);
  if (from === null || to === null) return null;
  const start = portOf(from, { nodeId: node.id, branchId: id }, nodeMetrics(node).rows);
  const at = { x: (start.x + to.x) / 2, y: (start.y + to.y + PORT_Y) / 2 };
  const words = [branch.choice_text.slice(0, PREVIEW), clause].filter((part) => part !== "").join(" · ");
  const canInsert = mayEdit && intent("onEdgeInsert") !== undefined;
  return (
    <div className="cv-edge-hover" style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      {canInsert && (
        <span className="cv-insert" data-insert={id} data-from={node.id}>
          <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
            <path d="M8 2.5v11M2.5 8h11" />
          </svg>
        </span>
      )}
      {words !== "" && (
        <span className="cv-edge-words" dir="auto">
          {words}
        </span>
      )}
    </div>
  );
}
