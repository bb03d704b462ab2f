import { countWords } from "#domain/words.ts";
import type { Model, Node } from "../model/model.ts";

/** How much there is of a dialogue. */
export interface DialogueCounts {
  readonly cards: number;
  readonly words: number;
  readonly endings: number;
}

// Cards are replaced, never changed: words counted once hold as long as the card is the same object.
const counted = new WeakMap<Node, number>();

function wordsOf(node: Node): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const words = node.branches.reduce((sum, branch) => sum + countWords(branch.choice_text), countWords(node.text));
  counted.set(node, words);
  return words;
}

/** Cards, words a player may read, and endings of a dialogue. */
export function countsOf({ nodes }: Pick<Model, "nodes">): DialogueCounts {
  let words = 0;
  let endings = 0;
  for (const node of nodes.values()) {
    words += wordsOf(node);
    if (node.kind === "end") endings += 1;
  }
  return { cards: nodes.size, words, endings };
}
