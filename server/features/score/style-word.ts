import { wordsOf } from "#domain/prose/words-of.ts";
import { MAX_OTHER_WORDS, styleWordFields, styleWordVersions } from "#drizzle/schema/style-words.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxEntries } from "../../record/limits.ts";

/** Entries that the list of one project can have: each is looked for in every text that is scored. */
const MOST_ENTRIES = 500;

/** An entry of the project's list of style: a word that its texts leave out, or prefer to others. */
export const styleWord = recorded({
  type: "style_word",
  plural: "style_words",
  path: "/v1/projects/{project_id}/style-words",
  table: styleWordVersions,
  fields: styleWordFields,
  limits: [maxEntries("others", MAX_OTHER_WORDS)],
  invariants: async (record, changes, self) => {
    const given = changes.flatMap(({ id, before, after, loc }) =>
      after === null || before?.word === after.word ? [] : [{ id, word: after.word, isNew: before === null, loc }],
    );
    if (given.length === 0) return;
    const there = await record.find(self, {});
    for (const { id, word, isNew, loc } of given) {
      const key = keyOf(word);
      if (key === "") throw invalidValue([...loc, "word"], "this has no letter and no digit", word);
      const other = there.find((each) => each.id !== id && keyOf(each.word) === key);
      if (other !== undefined) throw invalidValue([...loc, "word"], "the list has this word already", word);
      if (isNew && there.length > MOST_ENTRIES) {
        throw invalidValue([...loc, "word"], `the list has at most ${MOST_ENTRIES} words`, word);
      }
    }
  },
  example: {
    state: { word: "suddenly", use: "banned", others: ["at once"], note: "Show it." },
    edits: { updated: { others: [] } },
  },
});

/** A word as it is looked for. */
function keyOf(word: string): string {
  return wordsOf(word)
    .map((each) => each.word)
    .join(" ");
}
