import { expect, test } from "vitest";
import { isUndone } from "#domain/undone-areas.ts";
import { partsOf, takeBackChanges } from "./take-back.ts";

const PROJECT = { project_id: "prj_1" };
const made = (fact_id: string) => [{ area: "facts", input: { ...PROJECT, fact_id } }];

test("facts that a batch or a superseding makes are deleted by undo, and what the superseding changed is taken back", () => {
  const tell = { op: "tell", id: "fact_1", to: ["ent_1"], how: "told", from: null };
  const batch = { ...PROJECT, facts: [{ id: "fact_1", text: "The gate is shut." }, tell] };
  expect(partsOf("facts.batch", batch, { facts: [] })).toEqual({
    made: made("fact_1"),
    isPartMade: false,
    deleted: [],
  });
  const superseded = partsOf(
    "facts.supersede",
    { ...PROJECT, fact_id: "fact_1", by: { text: "It is open." } },
    {
      by: { id: "fact_2" },
    },
  );
  expect(superseded).toEqual({ made: made("fact_2"), isPartMade: true, deleted: [] });
  const byKnown = partsOf("facts.supersede", { ...PROJECT, fact_id: "fact_1", by: "fact_2" }, { by: { id: "fact_2" } });
  expect(byKnown.made).toEqual([]);
});

test("what undo itself deletes does not count as left", async () => {
  const left = ["fact_2", "fact_3"].map((subject_id) => ({
    ...{ subject_type: "fact", subject_id, name: subject_id, field: "", field_name: "", reason: "gone" },
    ...{ message: null, changed_by: null },
  }));
  const calls: unknown[] = [];
  const client = {
    facts: { delete: { mutate: async (input: object) => void calls.push(input) } },
    record: { takeBack: { mutate: async () => ({ changes: [], total: 1, left, names: {} }) } },
  };
  const parts = partsOf(
    "facts.supersede",
    { ...PROJECT, fact_id: "fact_1", by: { text: "It is open." } },
    {
      by: { id: "fact_2" },
    },
  );
  const change = { ...parts, id: "1", label: null, graphId: null, commits: [7], unsent: [], turn: 1 };
  const undone = await takeBackChanges(client as never, "prj_1", [change], true);
  expect(calls).toEqual([{ ...PROJECT, fact_id: "fact_2" }]);
  expect(undone.left).toHaveLength(1);
  expect(undone.left[0]).toContain("fact_3");
});

test("of the bible what an author writes into it is undone, and what was answered about proposals is not", async () => {
  expect(["createEntry", "updateEntry", "extract", "accept"].map((name) => isUndone(`storyBible.${name}`))).toEqual([
    ...[true, true, false, false],
  ]);
  const deletion = { area: "storyBible", name: "deleteEntry", input: { ...PROJECT, bible_entry_id: "ben_1" } };
  const parts = partsOf("storyBible.createEntry", { ...PROJECT, key: "line", pin: 1 }, { id: "ben_1" });
  expect(parts.made).toEqual([deletion]);
  expect(partsOf("storyBible.deleteEntry", deletion.input, {}).deleted).toEqual([deletion]);
  const calls: unknown[] = [];
  const client = { storyBible: { deleteEntry: { mutate: async (input: object) => void calls.push(input) } } };
  const change = { ...parts, id: "1", label: null, graphId: null, commits: [7], unsent: [], turn: 1 };
  await takeBackChanges(client as never, "prj_1", [change], true);
  expect(calls).toEqual([deletion.input]);
});
