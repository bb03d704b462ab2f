import { BRANCH_DEFAULTS, type Branch, type DialogueNode } from "../../../domain/dialogue/wire.ts";
import { expectArguments } from "../../../domain/runtime/arguments.ts";
import type { PlayedDialogue, PlayGraph, PlayNode, PlayVariable, World } from "../../../domain/runtime/story.ts";

/**
 * Dialogue as `GET …/game-narrative/dialogues/{graph_id}` answers it; absent fields of a node or branch have their
 * default.
 */
export interface ReadDialogue {
  readonly id: string;
  readonly start_node_id: string | null;
  readonly nodes: readonly ReadNode[];
}

/** A node of a {@link ReadDialogue}. Logic is plain JSON here: each generator of types writes its schema in another way. */
export type ReadNode = Partial<
  Omit<DialogueNode, "conditions" | "on_enter_effects" | "branches" | "properties" | "extensions">
> & {
  readonly id: string;
  readonly conditions?: readonly object[];
  readonly on_enter_effects?: readonly object[];
  readonly branches?: readonly ReadBranch[];
  readonly properties?: object;
  readonly extensions?: object;
};

/** A branch of a {@link ReadNode}. */
export type ReadBranch = Partial<Omit<Branch, "conditions" | "effects" | "extensions">> & {
  readonly id: string;
  readonly conditions?: readonly object[];
  readonly effects?: readonly object[];
  readonly extensions?: object;
};

/** Data that a dialogue uses besides its own nodes. */
export interface StoryParts {
  /** Variables in the form in which `GET …/variables` lists them. */
  readonly variables?: readonly (Pick<PlayVariable, "id" | "name" | "type" | "default"> & {
    readonly enum_values?: readonly string[];
  })[];
  /** Dialogues that are gone on in without asking the host. */
  readonly others?: readonly ReadDialogue[];
  readonly world?: World;
}

/** Makes a dialogue that was read over the API, or kept in a file, ready to be played. */
export function readDialogue(
  read: ReadDialogue,
  { variables = [], others = [], world }: StoryParts = {},
): PlayedDialogue {
  for (const each of [read, ...others]) expectArguments("readDialogue", { dialogue: each });
  return {
    ...toGraph(read),
    variables: new Map(variables.map((each) => [each.id, { enum_values: [], ...each }])),
    others: new Map(others.map((each) => [each.id, toGraph(each)])),
    ...(world !== undefined && { world }),
  };
}

const toGraph = ({ id, start_node_id, nodes }: ReadDialogue): PlayGraph => ({
  id,
  start: start_node_id,
  nodes: new Map(nodes.map((node) => [node.id, toNode(node)])),
});

// Logic that is none is found out where it is evaluated.
const toNode = ({ branches = [], ...node }: ReadNode): PlayNode => ({
  kind: "line",
  text: "",
  conditions: [],
  on_enter_effects: [],
  exit_to: null,
  ...(node as Partial<PlayNode> & { id: string }),
  branches: branches.map((branch) => ({
    ...BRANCH_DEFAULTS,
    conditions: [],
    effects: [],
    extensions: {},
    ...(branch as Partial<Branch> & { id: string }),
  })),
});
