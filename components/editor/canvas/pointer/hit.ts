import type { Port } from "../../gestures/connect.ts";
import type { CanvasTarget } from "../surface/canvas-surface.ts";

/** Part of the canvas under the pointer. */
export type Hit =
  | { readonly kind: "port"; readonly from: Port }
  | { readonly kind: "resize"; readonly id: string }
  | { readonly kind: "insert"; readonly id: string; readonly nodeId: string }
  | {
      readonly kind: "node" | "group" | "note";
      readonly id: string;
      /** The words under the pointer. */
      readonly part: "text" | "title" | "choice_text";
      readonly branchId: string | null;
    }
  | { readonly kind: "edge"; readonly id: string; readonly nodeId: string }
  | { readonly kind: "paper" }
  /** A control of its own, or something that is not the canvas. */
  | { readonly kind: "other" };

const PARTS = new Set(["text", "title", "choice_text"]);

/** Reads off the element under the pointer what it is; nodes, edges and ports carry it as data attributes. */
export function hitOf(target: EventTarget | null): Hit {
  if (!(target instanceof Element)) return { kind: "other" };
  const own = target.closest<HTMLElement | SVGElement>(
    "[data-insert],[data-port],[data-resize],[data-own],[data-edge]",
  );
  const { insert, port, resize, edge: drawn, from } = own?.dataset ?? {};
  const holder = target.closest<HTMLElement>(".react-flow__node")?.dataset.id;
  if (insert !== undefined && from !== undefined) return { kind: "insert", id: insert, nodeId: from };
  if (port !== undefined && holder !== undefined) {
    return { kind: "port", from: { nodeId: holder, branchId: port === "" ? null : port } };
  }
  if (resize !== undefined) return { kind: "resize", id: resize };
  if (drawn !== undefined && from !== undefined) return { kind: "edge", id: drawn, nodeId: from };
  if (own !== null) return { kind: "other" };
  if (holder !== undefined) {
    const shown = target.closest<HTMLElement>("[data-shown]")?.dataset.shown;
    const words = target.closest<HTMLElement>("[data-part]")?.dataset;
    const part = words?.part !== undefined && PARTS.has(words.part) ? (words.part as "text") : "text";
    if (shown === "node" || shown === "group" || shown === "note") {
      return { kind: shown, id: holder, part, branchId: words?.branch ?? null };
    }
    return { kind: "other" };
  }
  return target.closest(".react-flow__pane") === null ? { kind: "other" } : { kind: "paper" };
}

/** The hit as menus know it. */
export function targetOf(hit: Hit): CanvasTarget | null {
  switch (hit.kind) {
    case "node":
    case "group":
    case "note":
      return { kind: hit.kind, id: hit.id };
    case "edge":
    case "insert":
      return { kind: "edge", id: hit.id, nodeId: hit.nodeId };
    case "port":
      return { kind: "node", id: hit.from.nodeId };
    case "resize":
      return { kind: "note", id: hit.id };
    case "paper":
      return { kind: "paper" };
    case "other":
      return null;
  }
}
