import { expect, test } from "vitest";
import { partsOf } from "./take-back.ts";

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
