import type { CanvasCorner } from "./canvas-corner.ts";
import { hitOf, targetOf } from "./hit.ts";
import type { PointerContext } from "./pointer-context.ts";

/** Opens the menu of what is under the pointer, which is selected by it unless it was among the selected. */
export function contextMenu(context: PointerContext, corner: CanvasCorner, event: MouseEvent): void {
  const { session } = context;
  const target = targetOf(hitOf(event.target));
  const open = context.intent("onContextMenu");
  if (target === null || open === undefined) return;
  event.preventDefault();
  if (target.kind === "edge") session.select([target.nodeId]);
  else if (target.kind !== "paper" && !session.store.getState().selection.has(target.id)) session.select([target.id]);
  open(target, corner.place(event));
}
