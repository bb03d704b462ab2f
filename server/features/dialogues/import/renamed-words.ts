import type { ImportedBranch, ImportedNode } from "#domain/import/story.ts";
import { editedMarks, editedText } from "#domain/text-marks/edited-marks.ts";
import { plain } from "#domain/text-marks/marked-text.ts";
import { namedSlots } from "#domain/text-marks/named-slots.ts";
import type { MarkedText } from "#domain/text-marks/text-mark.ts";
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
  const edits = namedSlots(whole).flatMap(({ name, from, to }) => {
    const called = renamed.get(name);
    return called === undefined ? [] : [{ start: from, end: to, written: `{${called}}` }];
  });
  return edits.length === 0 ? whole : { text: editedText(whole.text, edits), marks: editedMarks(whole, edits) };
}
