import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { entityResource, relationshipResource } from "#server/features/entities/public.ts";
import { audiencesOf, openPerspective } from "#server/features/facts/public.ts";
import { registry } from "#server/operations.ts";
import type { Resource } from "#server/record/resource.ts";
import { findVersions } from "#server/record/versions.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, facts, secrets, relationships } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** The rows of a kind as they are seen, by the one way and by the other: both have to say the same. */
async function seenBy(as: string, resource: Resource<never>): Promise<Map<string, JsonObject>> {
  return bench.snapshot(async (db) => {
    const perspective = await openPerspective(db, { projectId: story.projectId, atSeq: null, as });
    const stored = await findVersions(db, resource, story.projectId, {});
    const bySight = stored.flatMap((version) => perspective.seen(resource, version) ?? []);
    const rows = perspective.rows(resource);
    const where = sql`t.project_id = ${story.projectId} AND t.valid_to_seq = 9007199254740991`;
    const table = rows === null ? sql.identifier(resource.table) : sql`(${rows})`;
    const byRows = await db.execute<JsonObject & { id: string }>(sql`SELECT t.* FROM ${table} t WHERE ${where}`);
    const fields = ({ id, ...state }: JsonObject & { id: string }) =>
      [id, Object.fromEntries(resource.fields.map((field) => [field, state[field] ?? null]))] as const;
    const seen = new Map(bySight.map((version) => fields(version)));
    expect(Object.fromEntries(byRows.map(fields))).toEqual(Object.fromEntries(seen));
    return seen;
  });
}

test("what a secret covers is gone for those who do not know, by sight and by rows alike", async () => {
  story = await Story.begin(bench);
  const ana = await story.place("ana", {
    properties: { mood: "glad", true_name: "Anahit", deep: { hidden: { x: 1 }, list: [{ a: 1 }], shown: 2 }, n: 1 },
  });
  const bor = await story.place("bor");
  const cave = await story.place("cave");
  const inside = await story.place("inside", { parent_id: cave });
  const rel = await story.relationship(ana, cave);
  const cover = (subject_id: string, pointer: string | null, known_by: string[]) =>
    story.ask(secrets.create, { body: { subject_id, pointer, known_by } });
  for (const pointer of [
    "/properties/true_name",
    "/properties/deep/hidden",
    "/properties/deep/list/0/a",
    "/properties/n/x",
  ]) {
    await cover(ana, pointer, [ana]);
  }
  await cover(cave, null, [ana]);
  const forBor = await seenBy(bor, entityResource);
  expect([...forBor.keys()]).toEqual([ana, bor, inside]);
  expect(forBor.get(ana)).toMatchObject({ properties: { mood: "glad", deep: { shown: 2 }, n: 1 } });
  expect(forBor.get(inside)).toMatchObject({ parent_id: null });
  expect([...(await seenBy(bor, relationshipResource)).keys()]).toEqual([]);
  const forAna = await seenBy(ana, entityResource);
  expect(forAna.get(inside)).toMatchObject({ parent_id: cave });
  expect([...(await seenBy(ana, relationshipResource)).keys()]).toEqual([rel]);
  await story.ask(relationships.list);
});

test("a reader has its own knowledge, and everyone nobody's", async () => {
  story = await Story.begin(bench);
  const ana = await story.place("ana");
  const at = { projectId: story.projectId, atSeq: null };
  const read = (reader: string) => bench.snapshot((db) => audiencesOf(db, at, reader));
  expect([await read(ana), await read("everyone")]).toEqual([[ana], []]);
});

test("facts are created, listed and superseded", async () => {
  story = await Story.begin(bench);
  const [ana, bor] = [await story.place("ana"), await story.place("bor")];
  const old = await story.ask(facts.create, { body: { text: "The gate is shut.", subject_id: ana } });
  const told = await story.ask(facts.addMemory, {
    body: { text: "The gate was never shut.", subject_ids: [ana, bor], known_by: [bor] },
  });
  expect(told).toMatchObject({ subject_id: ana, also_about: [bor], known_by: [bor], supersedes: [] });
  const done = await story.ask(facts.supersede, {
    params: { fact_id: old.id },
    body: { by: told.id, reason: "Bor saw it." },
  });
  expect(done).toMatchObject({
    fact: { id: old.id, superseded_by: told.id, superseded_reason: "Bor saw it." },
    by: { id: told.id, supersedes: [old.id] },
  });
  const list = async (query: Record<string, unknown>) =>
    (await story.ask(facts.list, { query })).facts.map(({ id, superseded_by, supersedes }) => ({
      id,
      superseded_by,
      supersedes,
    }));
  expect(await list({})).toEqual([
    { id: old.id, superseded_by: told.id, supersedes: [] },
    { id: told.id, superseded_by: null, supersedes: [old.id] },
  ]);
  expect(await list({ as: bor, superseded: false })).toEqual([
    { id: told.id, superseded_by: null, supersedes: [old.id] },
  ]);
  expect(await list({ as: ana, superseded: false })).toEqual([{ id: old.id, superseded_by: null, supersedes: [] }]);
  expect(await list({ subject_id: bor })).toHaveLength(1);
  expect(await list({ subject_id: ana })).toHaveLength(2);
  await story.ask(facts.unsupersede, { params: { fact_id: old.id } });
  expect(await list({ as: bor, superseded: false })).toHaveLength(2);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("nothing is found by a variable that is secret", async () => {
  story = await Story.begin(bench);
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const variable_id = await story.variable("gold");
  const on_enter_effects = [{ op: "set", target: variable_id, value: { lit: 1 } }];
  await story.ask(dialogues.createNode, { params: { graph_id }, body: { text: "Halt!", on_enter_effects } });
  const found = async () =>
    (await story.ask(dialogues.search, { query: { as: "everyone", variable_id, subject_type: "any" } })).total;
  expect(await found()).toBe(1);
  await story.ask(secrets.create, { body: { subject_id: variable_id, known_by: [] } });
  expect(await found()).toBe(0);
});

test("a page far behind of what everyone may read of the past is counted off anew once there is another secret", async () => {
  story = await Story.begin(bench);
  const names = Array.from({ length: 1_020 }, (_, n) => `place-${String(n).padStart(4, "0")}`);
  for (const some of [names.slice(0, 600), names.slice(600)]) {
    const all = some.map((name) => ({ external_id: name, type: "location", name }));
    await story.ask(entities.batch, { body: { entities: all } });
  }
  const at_seq = await story.seq();
  const page = async (offset: number, limit: number) => {
    const query = { as: "everyone", at_seq, sort_by: "name", offset, limit };
    return (await story.ask(entities.list, { query })).entities.map(({ name }) => name);
  };
  await page(600, 400);
  expect(await page(1_000, 2)).toEqual(["place-1000", "place-1001"]);
  const [first] = (await story.ask(entities.list, { query: { sort_by: "name", limit: 1 } })).entities;
  await story.ask(secrets.create, { body: { subject_id: first?.id, known_by: [] } });
  expect(await page(1_000, 2)).toEqual(["place-1001", "place-1002"]);
});
