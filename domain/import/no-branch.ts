import { BRANCH_DEFAULTS } from "../dialogue/wire.ts";
import type { ImportedBranch } from "./story.ts";

/** A branch without anything said of it. */
export const NO_BRANCH: ImportedBranch = {
  key: null,
  kind: "choice",
  target_key: null,
  target_graph_key: null,
  choice_text: "",
  conditions: [],
  effects: [],
  when_unavailable: BRANCH_DEFAULTS.when_unavailable,
  repeat: BRANCH_DEFAULTS.repeat,
  repeat_scope: BRANCH_DEFAULTS.repeat_scope,
  repeat_limit: BRANCH_DEFAULTS.repeat_limit,
  unwind: BRANCH_DEFAULTS.unwind,
  weight: BRANCH_DEFAULTS.weight,
  extensions: {},
};
