import type { CanvasCorner } from "./canvas-corner.ts";
import type { Ground } from "./ground.ts";
import { hitOf, targetOf } from "./hit.ts";

/** Opens the menu of what is under the pointer, which is selected by it unless it was among the selected. */
export function contextMenu(ground: Ground, corner: CanvasCorner, event: MouseEvent): void {
  const { session } = ground;
  const target = targetOf(hitOf(event.target));
  const open = ground.intent("onContextMenu");
  if (target === null || open === undefined) return;
  event.preventDefault();
  if (target.kind === "edge") session.select([target.nodeId]);
  else if (target.kind !== "paper" && !session.store.getState().selection.has(target.id)) session.select([target.id]);
  open(target, corner.place(event));
}
