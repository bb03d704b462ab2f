import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { importEntitiesJob } from "#server/features/entities/public.ts";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "./record/refusal.ts";
import { openWorkbench, type Workbench } from "./record/workbench.ts";

const { entities, templates, dialogues, record } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const LOYALTY = { key: "loyalty", label: "Loyalty", kind: "choice", options: ["loyal", "wavering", "traitor"] };
const AGE = { key: "age", label: "Age", kind: "number", min: 0, max: 120 };
const FRIEND = { key: "friend", label: "Friend", kind: "reference", of_type: "character" };

/** Returns what a refused write says: where, and what is wrong. */
async function faultsOf(work: Promise<unknown>): Promise<[string, string][]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ValidationProblem)) throw new Error(`not refused as invalid: ${String(error)}`);
  return error.items.map(({ loc, msg }) => [loc.join("."), msg.replace(/^Value error, /, "")]);
}

async function projectWith(validate: "off" | "warn" | "refuse") {
  const params = { project_id: await bench.newProject() };
  const body = { applies_to: "entity", type: "character", label: "Character", properties: [AGE, LOYALTY, FRIEND] };
  const template = await bench.ask(templates.create, { params, body: { ...body, validate } });
  const make = (external_id: string, properties: JsonObject, type = "character") =>
    bench.ask(entities.create, { params, body: { external_id, name: external_id, type, properties } });
  const patch = (id: string, body: JsonObject) =>
    bench.ask(entities.update, { params: { ...params, entity_id: id }, body });
  const set = (body: JsonObject) =>
    bench.ask(templates.update, { params: { ...params, template_id: template.id }, body });
  return { params, template, make, patch, set };
}

describe("a template that refuses", () => {
  test("names each property that does not fit, in creations, changes and upserts", async () => {
    const { params, make, patch } = await projectWith("refuse");
    const gate = await make("gate", { age: "old" }, "location");
    expect(await faultsOf(make("mara", { age: "old", loyalty: "fickle", friend: gate.id, mood: [1] }))).toEqual([
      ["body.properties.age", "must be a number"],
      ["body.properties.loyalty", "must be loyal, wavering or traitor"],
      ["body.properties.friend", "must name a character, and gate is a location"],
    ]);
    const mara = await make("mara", { age: 41, loyalty: "loyal" });
    expect(await faultsOf(patch(mara.id, { properties: { friend: "nobody" } }))).toEqual([
      ["body.properties.friend", "names a character that does not exist"],
    ]);
    expect(await faultsOf(patch(mara.id, { increment: { "/age": 100 } }))).toEqual([
      ["body.properties.age", "must be at most 120"],
    ]);
    const upsert = { external_id: "mara", properties: { age: -1 } };
    expect(await faultsOf(bench.ask(entities.upsert, { params, body: upsert }))).toEqual([
      ["body.properties.age", "must be at least 0"],
    ]);
    // An id and an external id name somebody alike, and values keep their form.
    await make("odo", { friend: mara.id });
    const ilse = await make("ilse", { friend: "mara", loyalty: null });
    expect(ilse.properties).toEqual({ friend: "mara", loyalty: null });
  });

  test("refuses the parts of a batch and the rows of a file that do not fit", async () => {
    const { params, make } = await projectWith("refuse");
    await make("mara", { age: 41 });
    const parts = [
      { op: "update", external_id: "mara", patch: { properties: { age: "older" } } },
      { op: "upsert", external_id: "odo", type: "character", name: "Odo", properties: { friend: "mara", age: 30 } },
    ];
    expect(await faultsOf(bench.ask(entities.batch, { params, body: { entities: parts } }))).toEqual([
      ["body.entities.0.patch.properties.age", "must be a number"],
    ]);
    const body = { entities: parts, mode: "independent" };
    const { results, errors } = await bench.ask(entities.batch, { params, body });
    expect([results.map(({ outcome }) => outcome), errors.map(({ index }) => index)]).toEqual([
      ["refused", "created"],
      [0],
    ]);

    const content =
      "id,name,age,loyalty,friend\nann,Ann,20,loyal,mara\nben,Ben,20,fickle,mara\ncal,Cal,20,loyal,nobody\n";
    const { id } = await bench.ask(entities.import, { params, body: { format: "csv", content, type: "character" } });
    const run = { project_id: params.project_id, import_id: id };
    await importEntitiesJob.step(bench.services, run, new AbortController().signal);
    const { rows } = await bench.ask(entities.listImportRows, { params: run });
    const told = rows.map(({ outcome, errors: each }) => [outcome, each[0]?.loc.at(-1) ?? null]);
    expect(told).toEqual([
      ["created", null],
      ["refused", "loyalty"],
      ["refused", "friend"],
    ]);
  });

  test("leaves what is stored alone: a change beside it passes, as does what comes back", async () => {
    const { params, make, patch, set } = await projectWith("off");
    const mara = await make("mara", { age: "old", note: "x" });
    await set({ validate: "refuse" });
    await patch(mara.id, { name: "Mara", properties: { note: "y" } });
    expect(await faultsOf(patch(mara.id, { properties: { age: "older" } }))).toHaveLength(1);
    const mended = await patch(mara.id, { properties: { age: 41 } });
    const undone = { params: { ...params, commit_seq: String(mended.valid_from_seq) } };
    expect(await bench.ask(record.takeBack, undone)).toMatchObject({ left: [] });
    await bench.ask(entities.delete, { params: { ...params, entity_id: mara.id } });
    await bench.ask(record.restore, { params: { ...params, subject_id: mara.id } });
    const back = await bench.ask(entities.get, { params: { ...params, entity_id: mara.id } });
    expect(back.properties).toEqual({ age: "old", note: "y" });
  });
});

test("a template that warns, and one that is off, refuse nothing", async () => {
  for (const validate of ["off", "warn"] as const) {
    const { make } = await projectWith(validate);
    expect((await make("mara", { age: "old" })).properties).toEqual({ age: "old" });
  }
});

test("reads at a sequence have the template of then, and writes are checked by the one of now", async () => {
  const { params, template, make, set } = await projectWith("off");
  await make("mara", { age: "old" });
  const changed = await set({ validate: "refuse", properties: [{ ...AGE, max: 10 }] });
  const query = { at_seq: Number(changed.valid_from_seq) - 1 };
  const then = await bench.ask(templates.get, { params: { ...params, template_id: template.id }, query });
  expect([then.validate, then.properties.length]).toEqual(["off", 3]);
  expect(await faultsOf(make("odo", { age: 41 }))).toEqual([["body.properties.age", "must be at most 10"]]);
  expect((await bench.replay(params.project_id)).differences).toEqual([]);
});

test("a type has one template, which may be made anew once it is deleted, and cards have kinds", async () => {
  const { params, template } = await projectWith("off");
  const body = { applies_to: "entity", type: "character", label: "Person" };
  expect(await refusal(bench.ask(templates.create, { params, body }))).toMatchObject({ code: "name_taken" });
  await bench.ask(templates.delete, { params: { ...params, template_id: template.id } });
  await bench.ask(templates.create, { params, body });
  const restored = bench.ask(templates.restore, { params: { ...params, template_id: template.id } });
  expect(await refusal(restored)).toMatchObject({ code: "name_taken" });
  const card = { applies_to: "card", type: "lines", label: "Line" };
  expect(await faultsOf(bench.ask(templates.create, { params, body: card }))).toEqual([
    ["body.type", 'there is no such kind of card; did you mean "line"?'],
  ]);
  const wrong = [{ ...AGE, kind: "text" }, LOYALTY, LOYALTY];
  const twice = bench.ask(templates.create, { params, body: { ...card, type: "line", properties: wrong } });
  expect((await faultsOf(twice)).map(([loc]) => loc)).toEqual(["body.properties.0.min", "body.properties"]);
});

test("cards have properties too, merged by changes, checked by the template of their kind and kept by a copy", async () => {
  const params = { project_id: await bench.newProject() };
  const mood = { key: "mood", label: "Mood", kind: "choice", options: ["wary", "calm"] };
  const body = { applies_to: "card", type: "line", label: "Line", properties: [mood], validate: "refuse" };
  const line = await bench.ask(templates.create, { params, body });
  const graph = await bench.ask(dialogues.create, { params, body: { name: "Gate" } });
  const within = { ...params, graph_id: graph.id };
  const node = await bench.ask(dialogues.createNode, {
    params: within,
    body: { properties: { mood: "wary", take: 2 } },
  });
  const at = { ...params, node_id: node.id };
  const change = (properties: JsonObject) => bench.ask(dialogues.updateNode, { params: at, body: { properties } });
  expect(await faultsOf(change({ mood: "grim" }))).toEqual([["body.properties.mood", "must be wary or calm"]]);
  expect((await change({ mood: "calm", take: null, note: "x" })).properties).toEqual({ mood: "calm", note: "x" });
  const hub = await bench.ask(dialogues.createNode, {
    params: within,
    body: { kind: "hub", properties: { mood: "grim" } },
  });
  expect(hub.properties).toEqual({ mood: "grim" });
  const strict = { ...params, template_id: line.id };
  await bench.ask(templates.update, { params: strict, body: { properties: [{ ...mood, options: ["wary"] }] } });
  const copy = await bench.ask(dialogues.duplicate, { params: within, body: {} });
  const { nodes } = await bench.ask(dialogues.get, { params: { ...params, graph_id: copy.id } });
  expect(nodes.map(({ properties }) => properties)).toEqual([{ mood: "calm", note: "x" }, { mood: "grim" }]);
  expect((await bench.replay(params.project_id)).differences).toEqual([]);
});
