import { middleOf } from "../../model/rects.ts";
import { viewportAround } from "../surface/viewport.ts";
import type { CanvasCorner } from "./canvas-corner.ts";
import { hitOf } from "./hit.ts";
import type { PointerContext } from "./pointer-context.ts";

/** Opens what was double-clicked for writing, or brings it near first; on the canvas there is room for a new node. */
export function doubleClick(context: PointerContext, corner: CanvasCorner, event: MouseEvent): void {
  const { adapter, scene, unit } = context;
  const hit = hitOf(event.target);
  if (hit.kind === "paper") {
    if (adapter.level() !== "far") context.intent("onPaneDoubleClick")?.(corner.place(event));
    return;
  }
  if (hit.kind !== "node" && hit.kind !== "note" && hit.kind !== "group") return;
  if (adapter.level() === "near") {
    context.intent("onEdit")?.(hit.id, hit.part, hit.branchId);
    return;
  }
  const rect = scene.rectOf(hit.id);
  if (rect === null) return;
  adapter.show(viewportAround(middleOf(rect), unit, adapter.size()));
}
