import { fromKeyed, type StoredBranch } from "#domain/dialogue/keyed.ts";
import { editedMarks, type TextEdit } from "#domain/text-marks/edited-marks.ts";
import type { NodeState } from "../states.ts";

/** Words of nodes in which something can be replaced, as a request names them. */
export const REPLACED_IN = ["texts", "choices", "titles", "speaker_labels", "tags"] as const;
export type ReplacedIn = (typeof REPLACED_IN)[number];

/** Location of words in a node. */
export interface WordsPlace {
  readonly in: ReplacedIn;
  /** JSON Pointer into the node as the record keeps it; a tag by its place in the list. */
  readonly pointer: string;
  readonly branchId: string | null;
  readonly words: string;
}

type Worded = Pick<NodeState, "title" | "text" | "speaker_label" | "tags" | "branches">;

/** Rules for the words of each field: most characters, whether they stay on one line, and whether they may be empty. */
const RULES: Readonly<Record<ReplacedIn, { most: number; isOneLine: boolean }>> = {
  texts: { most: 100_000, isOneLine: false },
  choices: { most: 10_000, isOneLine: false },
  titles: { most: 500, isOneLine: true },
  speaker_labels: { most: 200, isOneLine: true },
  tags: { most: 100, isOneLine: true },
};

/** The words of a node in which something may be replaced, in the order in which they are shown. */
export function wordsOf(node: Worded, places: ReadonlySet<ReplacedIn>): WordsPlace[] {
  const own = (place: ReplacedIn, pointer: string, words: string | null): WordsPlace[] =>
    words === null || words === "" || !places.has(place) ? [] : [{ in: place, pointer, branchId: null, words }];
  return [
    ...own("titles", "/title", node.title),
    ...own("speaker_labels", "/speaker_label", node.speaker_label),
    ...own("texts", "/text", node.text),
    ...(places.has("choices")
      ? fromKeyed<StoredBranch>(node.branches).map(
          ({ id, choice_text }): WordsPlace => ({
            in: "choices",
            pointer: `/branches/${id}/choice_text`,
            branchId: id,
            words: choice_text,
          }),
        )
      : []),
    ...node.tags.flatMap((tag, at) => own("tags", `/tags/${at}`, tag)),
  ];
}

/** Returns the reason why words are refused at their field; null where they are allowed. */
export function refusalOf(place: ReplacedIn, words: string): "too_long" | "not_one_line" | null {
  const { most, isOneLine } = RULES[place];
  if (words.length > most) return "too_long";
  return isOneLine && /[\n\r\u2028\u2029]/u.test(words) ? "not_one_line" : null;
}

/** Words of a place that become others. */
interface ChangedWords {
  readonly pointer: string;
  readonly after: string;
  readonly edits: readonly TextEdit[];
}

/**
 * A node with other words at some places, and the marks that stay on them; titles and labels without words are none, tags are
 * there once.
 */
export function withWords(state: NodeState, changes: readonly ChangedWords[]): NodeState {
  const next = { ...state };
  const tags = [...state.tags];
  let branches = state.branches;
  for (const { pointer, after: words, edits } of changes) {
    const [, field = "", id = ""] = pointer.split("/");
    if (field === "text") {
      next.text = words;
      next.text_marks = editedMarks({ text: state.text, marks: state.text_marks }, edits);
    } else if (field === "title") next.title = words.trim() === "" ? null : words;
    else if (field === "speaker_label") next.speaker_label = words.trim() === "" ? null : words;
    else if (field === "tags") tags[Number(id)] = words.trim();
    else {
      const branch = branches[id];
      if (branch === undefined) continue;
      const { choice_text: text, text_marks: marks = [] } = branch;
      const text_marks = editedMarks({ text, marks }, edits);
      branches = { ...branches, [id]: { ...branch, choice_text: words, ...(marks.length > 0 && { text_marks }) } };
    }
  }
  next.tags = [...new Set(tags)].filter((tag) => tag !== "");
  next.branches = branches;
  return next;
}
