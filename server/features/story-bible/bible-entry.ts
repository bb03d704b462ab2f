import { bibleEntryFields, bibleEntryVersions } from "#drizzle/schema/story-bible.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { PendingChange, RecordView, Resource } from "../../record/resource.ts";

export type BibleEntryState = StateOf<typeof bibleEntryFields>;

/** Change that an author made to a line, an item or a section of the bible. What it changes is found by its key. */
export const bibleEntry = recorded({
  type: "bible_entry",
  plural: "entries",
  path: "/v1/projects/{project_id}/story-bible/entries",
  table: bibleEntryVersions,
  fields: bibleEntryFields,
  example: {
    state: { key: "fact:fact_01k9hq3zv2k6n8q4t7wb1yd5me", text: "The keeper has never crossed the flats.", pin: 1 },
    edits: { updated: { pin: 2 } },
  },
  invariants: requireOneEach,
});

/**
 * Refuses a second change of what has one.
 *
 * @throws {@link ValidationProblem} naming the first.
 */
async function requireOneEach(
  record: RecordView,
  changes: readonly PendingChange<BibleEntryState>[],
  entries: Resource<BibleEntryState>,
): Promise<void> {
  const fresh = changes.flatMap(({ id, before, after, loc }) =>
    after === null || before !== null ? [] : [{ id, key: after.key, loc }],
  );
  if (fresh.length === 0) return;
  const holders = await record.find(entries, { key: fresh.map(({ key }) => key) });
  for (const { id, key, loc } of fresh) {
    const other = holders.find((holder) => holder.key === key && holder.id !== id);
    if (other !== undefined) throw invalidValue([...loc, "key"], `this has a change already: update ${other.id}`, key);
  }
}
