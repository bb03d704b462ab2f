import type { NodeKind } from "#domain/dialogue/wire.ts";

/** Command names by kind: `card.new-…` makes a node, `card.make-…` changes one. */
export const KIND_COMMAND_NAMES = {
  line: "line",
  condition: "condition",
  hub: "hub",
  jump: "jump",
  end: "end",
  choice: "choice",
  talk: "talk",
  instruction: "change",
  random: "chance",
  detour: "side-scene",
  return: "back",
  storylet_group: "pool",
  subgraph: "inner-scene",
  command: "tell",
  wait_event: "wait",
  entry: "entry",
} as const satisfies Record<NodeKind, string>;
