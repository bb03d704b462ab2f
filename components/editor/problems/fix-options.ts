import type { ProblemCode } from "#domain/problems/problem.ts";
import type { ShownGroup } from "../store/problem-store.ts";

/** Everything that can be done about a problem besides ignoring it. */
export type FixKind =
  | "create-target"
  | "retarget"
  | "remove-branch"
  | "mark-ending"
  | "create-next"
  | "pick-ending"
  | "set-start"
  | "lead-here"
  | "declare-variable"
  | "match-speaker"
  | "clear-speaker"
  | "end-here"
  | "write"
  | "open-logic";

/** What each is called on its button. */
export const FIX_TITLES: Readonly<Record<FixKind, string>> = {
  "create-target": "Create target",
  retarget: "Re-target…",
  "remove-branch": "Remove choice",
  "mark-ending": "Mark as ending",
  "create-next": "Add next card",
  "pick-ending": "Choose an ending…",
  "set-start": "Set start…",
  "lead-here": "Lead here from…",
  "declare-variable": "Declare variable…",
  "match-speaker": "Match speaker…",
  "clear-speaker": "Clear speaker",
  "end-here": "End here",
  write: "Write it",
  "open-logic": "Open its logic",
};

const TARGET: readonly FixKind[] = ["create-target", "retarget", "remove-branch"];

const FIXES: Readonly<Record<ProblemCode, readonly FixKind[]>> = {
  missing_start: ["set-start"],
  dead_end: ["mark-ending", "create-next"],
  invalid_target: TARGET,
  unmatched_import: TARGET,
  missing_dialogue: ["retarget", "remove-branch"],
  undeclared_variable: ["declare-variable", "open-logic"],
  type_mismatch: ["open-logic"],
  malformed_logic: ["open-logic"],
  no_ending: ["pick-ending"],
  unreachable: ["lead-here", "set-start"],
  no_route_to_end: ["mark-ending", "create-next"],
  open_choice: TARGET,
  never_holds: ["open-logic", "remove-branch"],
  empty_text: ["write"],
  empty_choice: ["write", "remove-branch"],
  duplicate_choice: ["write", "remove-branch"],
  unknown_speaker: ["match-speaker", "clear-speaker"],
  always_holds: ["open-logic"],
  unmatched_speaker: ["match-speaker"],
  opaque_logic: ["open-logic"],
};

const ON_BRANCH: ReadonlySet<FixKind> = new Set(["create-target", "retarget", "remove-branch"]);

/** What can be done about a group of problems, the likeliest first. */
export function fixesFor(group: ShownGroup): readonly FixKind[] {
  if (group.branch_id !== null) return FIXES[group.code];
  // On the node itself there is no branch to lead elsewhere or to remove.
  if (group.code === "missing_dialogue") return ["end-here"];
  if (group.code === "unmatched_import") return ["open-logic"];
  return FIXES[group.code].filter((kind) => !ON_BRANCH.has(kind));
}
