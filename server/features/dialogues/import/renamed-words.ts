import type { ImportedBranch, ImportedNode } from "#domain/import/story.ts";
import { joined, plain, sliced } from "#domain/text-marks/marked-text.ts";
import { namedSlots } from "#domain/text-marks/named-slots.ts";
import { codePointLength, type MarkedText } from "#domain/text-marks/text-mark.ts";
import type { OpenGraph } from "./story-parts.ts";

/** A dialogue of a file whose texts name variables as the project does. */
export function withNames(graph: OpenGraph, renamed: ReadonlyMap<string, string>): OpenGraph {
  if (renamed.size === 0) return graph;
  return {
    ...graph,
    *nodes() {
      for (const piece of graph.nodes()) yield piece.map((node) => nodeWithNames(node, renamed));
    },
  };
}

function nodeWithNames(node: ImportedNode, renamed: ReadonlyMap<string, string>): ImportedNode {
  const { final_text } = node;
  return {
    ...node,
    ...wordsWithNames(node.text, node, renamed),
    final_text: final_text === null ? null : textWithNames(plain(final_text), renamed).text,
    branches: node.branches.map((branch): ImportedBranch => {
      const { text, ...marks } = wordsWithNames(branch.choice_text, branch, renamed);
      return { ...branch, choice_text: text, ...marks };
    }),
  };
}

function wordsWithNames(
  text: string,
  { text_marks = [] }: Pick<ImportedNode, "text_marks">,
  renamed: ReadonlyMap<string, string>,
): Pick<ImportedNode, "text" | "text_marks"> {
  const { text: words, marks } = textWithNames({ text, marks: text_marks }, renamed);
  return { text: words, ...(marks.length > 0 && { text_marks: [...marks] }) };
}

function textWithNames(whole: MarkedText, renamed: ReadonlyMap<string, string>): MarkedText {
  const parts: MarkedText[] = [];
  let after = 0;
  for (const { name, from, to } of namedSlots(whole)) {
    const called = renamed.get(name);
    if (called === undefined) continue;
    // Marks on the name stay on the new one.
    const { marks } = sliced(whole, from, from + 1);
    const words = plain(`{${called}}`);
    const kinds = marks.map(({ kind }) => ({ kind, start: 0, end: codePointLength(words.text) }));
    parts.push(sliced(whole, after, from), { text: words.text, marks: kinds });
    after = to;
  }
  return after === 0 ? whole : joined([...parts, sliced(whole, after)]);
}
