import type { ViewStore } from "../store/view-state.ts";

/** The part of the Logic tab that a branch's conditions and effects stand in. */
export function logicPlace(branchId: string): string {
  return `logic-${branchId}`;
}

/** Opens the Logic tab at a branch. */
export function openLogicOf(view: ViewStore, branchId: string): void {
  view.setState({ inspectorTab: "logic" });
  requestAnimationFrame(() => {
    const part = document.getElementById(logicPlace(branchId));
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  });
}
