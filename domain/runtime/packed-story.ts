import type { Steps } from "../steps.ts";
import type { SpokenNode } from "./reading.ts";
import { graphsOf, type PlayedDialogue, type PlayGraph, type PlayNode, type PlayVariable } from "./story.ts";

/**
 * A story as texts of JSON, to be handed over to a thread. As objects, 10,000 nodes are copied in 86 ms without a pause; as texts
 * they are written in 46, in steps.
 */
export interface PackedStory {
  /** The dialogue that is played, and those it leads to, each with lists of its nodes. */
  readonly dialogues: readonly {
    readonly id: string;
    readonly start: string | null;
    readonly nodes: readonly string[];
  }[];
  readonly variables: string;
  readonly world: string;
}

/** Nodes of a list. */
const TOGETHER = 100;

/** Packs a story, a list of nodes a step. */
export function* packing(dialogue: PlayedDialogue): Steps<PackedStory> {
  const dialogues: PackedStory["dialogues"][number][] = [];
  for (const { id, start, nodes } of graphsOf(dialogue)) {
    const all = [...nodes.values()];
    const lists: string[] = [];
    for (let at = 0; at < all.length; at += TOGETHER) {
      lists.push(JSON.stringify(all.slice(at, at + TOGETHER)));
      yield;
    }
    dialogues.push({ id, start, nodes: lists });
  }
  const variables = JSON.stringify([...dialogue.variables]);
  return { dialogues, variables, world: JSON.stringify(dialogue.world ?? null) };
}

/** Makes the story of what was packed, with all of its nodes. */
export function unpacked({ dialogues, variables, world }: PackedStory): {
  dialogue: PlayedDialogue;
  nodes: ReadonlyMap<string, SpokenNode>;
} {
  const nodes = new Map<string, SpokenNode>();
  const [first, ...others] = dialogues.map(({ id, start, nodes: lists }): PlayGraph => {
    const own = lists.flatMap((list) => JSON.parse(list) as (PlayNode & SpokenNode)[]);
    for (const node of own) nodes.set(node.id, node);
    return { id, start, nodes: new Map(own.map((node) => [node.id, node])) };
  });
  if (first === undefined) throw new Error("a story was packed without a dialogue");
  const dialogue: PlayedDialogue = {
    ...first,
    others: new Map(others.map((graph) => [graph.id, graph])),
    variables: new Map(JSON.parse(variables) as [string, PlayVariable][]),
    world: JSON.parse(world) ?? undefined,
  };
  return { dialogue, nodes };
}
