import { NEW_LINE } from "../dialogue/line-status.ts";
import { BRANCH_DEFAULTS, type NodeKind } from "../dialogue/wire.ts";
import type { ImportedBranch, ImportedNode } from "./story.ts";

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
  opened_by: BRANCH_DEFAULTS.opened_by,
  ...NEW_LINE,
  extensions: {},
};

/** A node without anything said of it but what it is; a line where that is not said. */
export function blankNode(key: string, kind: NodeKind = "line"): ImportedNode {
  return {
    key,
    kind,
    title: null,
    text: "",
    tags: [],
    ...NEW_LINE,
    speaker_key: null,
    speaker_label: null,
    group_key: null,
    canvas_x: 0,
    canvas_y: 0,
    conditions: [],
    on_enter_effects: [],
    branches: [],
    exit_to: null,
    extensions: {},
  };
}
