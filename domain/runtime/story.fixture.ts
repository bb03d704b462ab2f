import { BRANCH_DEFAULTS, type Branch } from "../dialogue/wire.ts";
import type { PlayedDialogue, PlayNode, PlayVariable } from "./story.ts";

const { status: _, final_text: __, ...played } = BRANCH_DEFAULTS;
/** A branch of which nothing is said, as far as it is played: vectors say nothing of how far its words have come. */
export const PLAYED_BRANCH = played as typeof BRANCH_DEFAULTS;

/** A choice that says its own id. */
export const way = (id: string, to: string | null, more: Partial<Branch> = {}): Branch => ({
  ...PLAYED_BRANCH,
  id,
  target_node_id: to,
  choice_text: id,
  conditions: [],
  effects: [],
  extensions: {},
  ...more,
});

/** A line with these branches; without any, an end. */
export const node = (id: string, branches: Branch[] = [], more: Partial<PlayNode> = {}): PlayNode => ({
  id,
  kind: branches.length === 0 ? "end" : "line",
  text: `Words of ${id}.`,
  conditions: [],
  on_enter_effects: [],
  branches,
  exit_to: null,
  ...more,
});

/** A variable that is called by the end of its id. */
export const variable = (
  id: string,
  type: PlayVariable["type"],
  initial: PlayVariable["default"],
  enum_values: string[] = [],
): PlayVariable => ({ id, name: id.slice("var_".length), type, default: initial, enum_values });

/** A dialogue that begins with its first node. */
export const dialogue = (nodes: readonly PlayNode[], variables: readonly PlayVariable[] = []): PlayedDialogue => ({
  id: "dlg_1",
  start: null,
  nodes: new Map(nodes.map((each) => [each.id, each])),
  variables: new Map(variables.map((each) => [each.id, each])),
});
