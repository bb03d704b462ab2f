import { middleOf } from "../../model/rects.ts";
import { viewportAround } from "../surface/viewport.ts";
import type { CanvasCorner } from "./canvas-corner.ts";
import type { Ground } from "./ground.ts";
import { hitOf } from "./hit.ts";

/** Opens what was double-clicked for writing, or brings it near first; on paper there is room for a new card. */
export function doubleClick(ground: Ground, corner: CanvasCorner, event: MouseEvent): void {
  const { adapter, scene, unit } = ground;
  const hit = hitOf(event.target);
  if (hit.kind === "paper") {
    if (adapter.level() !== "far") ground.intent("onPaperDoubleClick")?.(corner.place(event));
    return;
  }
  if (hit.kind !== "card" && hit.kind !== "note" && hit.kind !== "group") return;
  if (adapter.level() === "near") {
    ground.intent("onEdit")?.(hit.id, hit.part, hit.branchId);
    return;
  }
  const rect = scene.rectOf(hit.id);
  if (rect === null) return;
  adapter.show(viewportAround(middleOf(rect), unit, adapter.size()));
}
