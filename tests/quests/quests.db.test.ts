import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, problems, quests, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const STAGES = [
  { name: "Provisions", objectives: [{ text: "Find rope", count: 2 }, { text: "Borrow the lamp" }] },
  { name: "Across the flats", objectives: [{ text: "Reach the far wall" }] },
];

test("stages and objectives keep their ids while their words do, and get new ones otherwise", async () => {
  const story = await Story.begin(bench);
  const body = { external_id: "ebb", name: "Before the ebb", stages: STAGES };
  const made = await story.ask(quests.upsert, { body });
  expect(made).toMatchObject({ repeatable: false, giver_id: null, rewards: [], dialogue_ids: [] });
  const seq = made.valid_from_seq;
  expect((await story.ask(quests.upsert, { body })).valid_from_seq).toBe(seq);
  const [provisions, across] = made.stages;
  const stages = [
    { ...STAGES[1], name: "Over the flats", id: across?.id },
    { ...STAGES[0], objectives: [{ text: "Find rope", count: 3 }, { text: "Steal the lamp" }] },
    { name: "Home" },
  ];
  const params = { quest_id: made.id };
  const after = await story.ask(quests.update, { params, body: { stages } });
  expect(after.stages).toEqual([
    { ...across, name: "Over the flats" },
    {
      ...provisions,
      objectives: [
        { ...provisions?.objectives[0], count: 3 },
        { id: expect.stringMatching(/^obj_/), text: "Steal the lamp", count: 1 },
      ],
    },
    { id: expect.stringMatching(/^stg_/), name: "Home", text: "", objectives: [] },
  ]);
  const ids = after.stages.flatMap((stage) => [stage.id, ...stage.objectives.map(({ id }) => id)]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(provisions?.objectives[1]?.id);
  // As it was.
  expect(await story.ask(quests.get, { params, query: { at_seq: seq } })).toMatchObject({ stages: made.stages });
});

test("what a quest names has to be there, and two of its parts must not share an id", async () => {
  const story = await Story.begin(bench);
  const ask = (body: object) => story.ask(quests.create, { body: { name: "Ebb", ...body } });
  const nobody = newId("ent");
  const refused = (...loc: (string | number)[]) => ({ items: [expect.objectContaining({ loc: ["body", ...loc] })] });
  await expect(ask({ giver_id: nobody })).rejects.toMatchObject(refused("giver_id"));
  await expect(ask({ rewards: [{ kind: "item", item_id: nobody }] })).rejects.toMatchObject(
    refused("rewards", 0, "item_id"),
  );
  await expect(ask({ dialogue_ids: [newId("dlg")] })).rejects.toMatchObject(refused("dialogue_ids", 0));
  const id = newId("stg");
  await expect(
    ask({
      stages: [
        { id, name: "One" },
        { id, name: "Two" },
      ],
    }),
  ).rejects.toMatchObject(refused("stages", 1, "id"));
  const lamp = await story.place("lamp");
  const made = await ask({ giver_id: { external_id: "lamp" }, rewards: [{ kind: "item", item_id: lamp, count: 2 }] });
  expect(made).toMatchObject({ giver_id: lamp, rewards: [{ kind: "item", item_id: lamp, count: 2 }] });
  // Whoever was deleted since stays named.
  await story.ask(entities.delete, { params: { entity_id: lamp } });
  expect(await story.ask(quests.update, { params: { quest_id: made.id }, body: { name: "Flood" } })).toMatchObject({
    giver_id: lamp,
  });
});

test("through somebody's eyes a secret withholds a quest, its giver, its dialogues and its rewards", async () => {
  const story = await Story.begin(bench);
  const [odo, wenna, pearl] = [await story.place("odo"), await story.place("wenna"), await story.place("pearl")];
  const { id: dialogue } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const rewards = [
    { kind: "item", item_id: pearl },
    { kind: "text", text: "Thanks" },
  ];
  const body = { name: "Ebb", giver_id: odo, dialogue_ids: [dialogue], rewards };
  const open = (await story.ask(quests.create, { body })).id;
  const hidden = (await story.ask(quests.create, { body: { name: "Flood" } })).id;
  for (const subject_id of [hidden, odo, pearl, dialogue])
    await story.ask(secrets.create, { body: { subject_id, known_by: [] } });
  const list = async (query: object) => (await story.ask(quests.list, { query: { ...query } })).quests;
  expect((await list({})).map(({ id }) => id)).toEqual([open, hidden]);
  const seen = { id: open, giver_id: null, dialogue_ids: [], rewards: [{ kind: "text", text: "Thanks" }] };
  expect(await list({ as: wenna })).toMatchObject([seen]);
  const get = (quest_id: string) => story.ask(quests.get, { params: { quest_id }, query: { as: wenna } });
  expect(await get(open)).toMatchObject(seen);
  await expect(get(hidden)).rejects.toMatchObject({ code: "not_found" });
});

test("a dialogue that names what a quest has not is told so, until the quest has it", async () => {
  const story = await Story.begin(bench);
  const made = await story.ask(quests.create, { body: { name: "Ebb", stages: STAGES } });
  const [objective, stage] = [newId("obj"), newId("stg")];
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const on_enter_effects = [
    { op: "quest.set_state", target: made.id, value: { lit: "active" } },
    { op: "quest.stage", target: made.id, key: stage },
    { op: "quest.set_state", target: made.id, value: { lit: "begun" } },
  ];
  const conditions = [
    { op: "eq", args: [{ fn: "quest_count", args: [{ lit: made.id }, { lit: objective }] }, { lit: 1 }] },
  ];
  await story.ask(dialogues.createNode, { params: { graph_id }, body: { text: "Go.", on_enter_effects, conditions } });
  const found = async () =>
    (await story.ask(problems.ofDialogue, { params: { graph_id } })).problems
      .filter(({ code }) => code === "missing_reference" || code === "type_mismatch" || code === "malformed_logic")
      .map(({ code, cause }) => `${code} ${cause}`);
  const { uses } = await story.ask(quests.uses, { params: { quest_id: made.id } });
  expect(uses.map(({ place, access, part_id, state }) => [place, access, part_id, state])).toEqual([
    ["conditions", "read", objective, null],
    ["on_enter_effects", "write", null, "active"],
    ["on_enter_effects", "write", stage, null],
    ["on_enter_effects", "write", null, "begun"],
  ]);
  const missing = [`missing_reference ${objective}`, `missing_reference ${stage}`];
  expect(await found()).toEqual(expect.arrayContaining(missing));
  const stages = [{ id: stage, name: "Home", objectives: [{ id: objective, text: "Arrive" }] }];
  await story.ask(quests.update, { params: { quest_id: made.id }, body: { stages } });
  expect((await found()).filter((each) => each.startsWith("missing"))).toEqual([]);
  await story.ask(quests.delete, { params: { quest_id: made.id } });
  const gone = await found();
  expect(new Set(gone.filter((each) => each.startsWith("missing")))).toEqual(new Set([`missing_reference ${made.id}`]));
  // A state that no quest has is none that could be written.
  expect(gone.some((each) => !each.startsWith("missing"))).toBe(true);
});
