import { startOf } from "../../gestures/node-role.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";
import type { ProblemsState } from "../../store/problem-store.ts";
import type { Marks } from "./overview-paint.ts";

/** Returns the marks to paint over the shapes of the overview, for the current state. */
export function marksOf(
  state: DialogueState,
  marked: ReadonlySet<string>,
  { byNode }: Pick<ProblemsState, "byNode">,
): Marks {
  return {
    selection: state.selection,
    marked,
    start: startOf(state),
    change: (id) => state.compared?.subjects.get(id)?.mark ?? null,
    worst: (id) => {
      const found = byNode.get(id);
      if (found === undefined) return null;
      if (found.some(({ severity }) => severity === "error")) return "error";
      return found.some(({ severity }) => severity === "warning") ? "warning" : null;
    },
  };
}
