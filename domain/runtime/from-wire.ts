import type { PlayedDialogue, PlayGraph, PlayNode, PlayVariable, World } from "./story.ts";

/** A dialogue of a story as it is sent. */
interface SentDialogue {
  readonly id: string;
  readonly start_node_id: string | null;
  readonly nodes: readonly { readonly id: string }[];
}

/** A story as it is sent. Logic is checked when it is written; the type of what is read leaves its form open. */
interface SentStory {
  readonly dialogue: SentDialogue;
  readonly others: readonly SentDialogue[];
  readonly variables: readonly { readonly id: string }[];
  readonly world: unknown;
}

/** Reads a story as it is sent; its nodes keep all that was sent of them. */
export function playedFromWire({ dialogue, others, variables, world }: SentStory): PlayedDialogue & {
  readonly others: ReadonlyMap<string, PlayGraph>;
  readonly world: World;
} {
  return {
    ...graphFromWire(dialogue),
    others: new Map(others.map((each) => [each.id, graphFromWire(each)])),
    variables: new Map((variables as readonly PlayVariable[]).map((each) => [each.id, each])),
    world: world as World,
  };
}

function graphFromWire({ id, start_node_id, nodes }: SentDialogue): PlayGraph {
  return {
    id,
    start: start_node_id,
    nodes: new Map((nodes as readonly PlayNode[]).map((node) => [node.id, node])),
  };
}
