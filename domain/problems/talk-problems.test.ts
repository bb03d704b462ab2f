import { expect, test } from "vitest";
import { BRANCH_DEFAULTS } from "../dialogue/wire.ts";
import { knowledgeProblems } from "./knowledge-problems.ts";
import { describeProblem } from "./problem-text.ts";
import { talkProblems } from "./talk-problems.ts";

const way = (id: string, facts: string[], actions: string[] = []) => ({
  ...BRANCH_DEFAULTS,
  id,
  conditions: [],
  effects: [],
  extensions: {},
  opened_by: { facts, actions },
});
const card = (kind: "talk" | "line", speaker_id: string | null, branches = [way("br_1", ["fact_1"], ["nod"])]) => ({
  ...{ id: "node_1", kind, speaker_id, branches },
  ...{ conditions: [], on_enter_effects: [] },
});
const ODO = { entity_id: "ent_odo", actions: ["nod"] };

test("a talk at which nobody answers is a problem of its card, and an action that nobody declares one of its branch", () => {
  expect(talkProblems([card("talk", "ent_odo")], [ODO])).toEqual([]);
  expect(talkProblems([card("line", null)], [])).toEqual([]);
  for (const speaker of [null, "ent_mara"]) {
    expect(talkProblems([card("talk", speaker)], [ODO])).toMatchObject([
      { code: "nobody_answers", node_id: "node_1", branch_id: null, cause: speaker ?? "node_1" },
    ]);
  }
  const [unknown] = talkProblems([card("talk", "ent_odo")], [{ ...ODO, actions: [] }]);
  expect(unknown).toMatchObject({
    code: "unknown_action",
    node_id: "node_1",
    branch_id: "br_1",
    data: { name: "nod" },
  });
  expect(unknown && describeProblem(unknown)).toBe(
    "A choice waits for the action ‘nod’, which the character does not take.",
  );
});

test("facts that open branches are asked of who is talked to, and only at talks", () => {
  const elsewhere = { gone: [], untold: [{ entity_id: "ent_odo", fact_id: "fact_1" }], voices: [ODO] };
  expect(knowledgeProblems([card("talk", "ent_odo")], elsewhere)).toMatchObject([
    { code: "never_told", cause: "fact_1", branch_id: "br_1", data: { entity_id: "ent_odo" } },
  ]);
  expect(knowledgeProblems([card("line", "ent_odo")], elsewhere)).toEqual([]);
  expect(knowledgeProblems([card("talk", "ent_odo")], { ...elsewhere, gone: ["fact_1"] })).toMatchObject([
    { code: "missing_reference", cause: "fact_1", branch_id: "br_1" },
  ]);
});
