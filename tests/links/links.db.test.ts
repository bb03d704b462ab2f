import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import { holds } from "#server/record/versions.ts";
import { IS_FULL, rounds } from "#test-size";
import { refusal } from "#tests/record/refusal.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { linkTo as link, repin, work } from "./linked.ts";

const { entities, facts, links, predicates, projects, record, relationships, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const drift = async (title: Story, link_id: string, query: object = {}) =>
  (await title.ask(links.drift, { params: { link_id }, query: { limit: 500, ...query } })).drift;

test("what everyone may read comes along, nothing else; it is read-only but for what is the project's own", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town", { properties: { size: 3, mood: "glad", true_name: "CANARY-1" } });
  const mill = await source.place("mill", { parent_id: town });
  const cave = await source.place("CANARY-2");
  const tie = await source.relationship(town, mill);
  await source.relationship(town, cave);
  const say = async (text: string, rest: JsonObject = {}) =>
    (await source.ask(facts.create, { body: { text, subject_id: mill, ...rest } })).id;
  const open = await say("It grinds at night.", { predicate: "grinds" });
  await say("CANARY-3", { known_by: [town] });
  await say("CANARY-4", { also_about: [cave] });
  await say("CANARY-5", { known_by: [], secret: true });
  for (const body of [
    { subject_id: town, pointer: "/properties/true_name" },
    { subject_id: cave, pointer: null },
  ])
    await source.ask(secrets.create, { body: { ...body, known_by: [town] } });
  await title.place("town");
  const link_id = await link(title, source, { overlay: ["mood"] });

  const brought = await title.entity(town);
  expect(brought).toMatchObject({ name: "town", properties: { size: 3 }, source_link_id: link_id });
  expect(brought).toMatchObject({ source_entity_id: town, source_project_id: source.projectId, external_id: "town-2" });
  expect(await title.entity(mill)).toMatchObject({ parent_id: town, external_id: "mill" });
  const here = await title.ask(facts.list);
  expect(here.facts).toMatchObject([{ id: open, text: "It grinds at night.", brought: { link_id } }]);
  expect((await title.ask(relationships.list)).relationships).toMatchObject([{ id: tie, brought: { link_id } }]);
  expect(JSON.stringify([await title.ask(entities.list), here, await drift(title, link_id)])).not.toContain("CANARY");
  expect(JSON.stringify(await title.ask(record.events, { query: { limit: 500 } }))).not.toContain("CANARY");

  const refused = async (asked: Promise<unknown>) => expect((await refusal(asked)).code).toBe("linked");
  await refused(title.patch(town, { name: "Elsewhere" }));
  await refused(title.patch(town, { properties: { size: 4 } }));
  for (const body of [{ text: "No." }, { confidence: 0.5 }, { content_tags: ["violence"] }])
    await refused(title.ask(facts.update, { params: { fact_id: open }, body }));
  await refused(title.ask(relationships.update, { params: { relationship_id: tie }, body: { type: "hates" } }));
  await title.patch(town, { properties: { mood: "grim", own: true }, external_id: "our-town" });
  expect(await title.entity(town)).toMatchObject({ properties: { size: 3, mood: "grim", own: true } });
  expect(await drift(title, link_id)).toEqual([]);

  const then = await title.seq();
  const before = await title.entity(town);
  await source.patch(town, { name: "Great Town", properties: { size: 9, mood: "sad", own: "theirs" } });
  await source.ask(facts.delete, { params: { fact_id: open } });
  const quay = await source.place("quay", { parent_id: town });
  expect(await drift(title, link_id)).toEqual(
    [
      { type: "entity", id: town, change: "changed", label: "Great Town", fields: ["name", "properties.size"] },
      { type: "entity", id: quay, change: "added", label: "quay", fields: [] },
      { type: "fact", id: open, change: "gone", label: "It grinds at night.", fields: [] },
    ].sort((a, b) => (a.type === b.type ? (a.id < b.id ? -1 : 1) : a.type < b.type ? -1 : 1)),
  );
  expect(await title.entity(town)).toEqual(before);
  await repin(title, link_id);
  expect(await title.entity(town)).toMatchObject({
    name: "Great Town",
    external_id: "our-town",
    properties: { size: 9, mood: "grim", own: true },
  });
  expect(await title.entity(town, { at_seq: then })).toEqual({ ...before, valid_to_seq: before.valid_to_seq });
  expect(await drift(title, link_id)).toMatchObject([{ id: open, change: "gone" }]);
  await title.remove(quay);
  expect(await drift(title, link_id)).toMatchObject([{ id: open, change: "gone" }]);
  await repin(title, link_id);
  await expect(title.entity(quay)).rejects.toMatchObject({ code: "not_found" });
  expect((await bench.replay(title.projectId)).differences).toEqual([]);

  await title.ask(links.release, { params: { link_id } });
  await expect(work(title, link_id)).rejects.toMatchObject({ code: "not_found" });
  await title.patch(town, { name: "Ours" });
  expect(await title.entity(town)).toMatchObject({ name: "Ours", source_link_id: null, source_entity_id: null });
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

test("titles of one world are each as the world was at their pin, and have the conflicts that were planted", async () => {
  const CHANGES = rounds({ gate: 30, full: 1_000 });
  const world = await Story.begin(bench);
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await world.place(`place-${n}`, { properties: { n: 0 } }));
  const id = (n: number) => ids[n % ids.length] ?? "";
  const titles = [await Story.begin(bench), await Story.begin(bench), await Story.begin(bench)];
  const pins: { title: Story; link_id: string }[] = [];
  for (const title of titles) {
    await title.ask(predicates.create, { body: { name: "ruled_by", functional: true } });
    pins.push({ title, link_id: await link(title, world) });
  }
  const planted = new Set<string>();
  for (let n = 1; n <= CHANGES; n++) {
    await world.patch(id(n), { properties: { n } });
    if (n % 10 !== 0) continue;
    const body = { subject_id: id(n), predicate: "ruled_by", object_id: id(n + 1), text: `by ${n}` };
    await world.ask(facts.create, { body });
    const place = Math.floor((n * pins.length) / (CHANGES + 1));
    const pin = pins[place];
    if (pin !== undefined) await repin(pin.title, pin.link_id);
    planted.add(id(n));
  }
  for (const { title, link_id } of pins) {
    const { pinned_seq } = await title.ask(links.get, { params: { link_id } });
    expect(await drift(title, link_id, { source_seq: pinned_seq })).toEqual([]);
    const there = await world.ask(entities.list, { query: { at_seq: pinned_seq, limit: 500 } });
    const here = await title.ask(entities.list, { query: { limit: 500 } });
    const content = (page: typeof here) =>
      Object.fromEntries(page.entities.map((each) => [each.id, [each.name, each.type, each.properties]]));
    expect(content(here)).toEqual(content(there));
    // The title says otherwise of one place, beside what came along about it.
    const said = await title.ask(facts.list, { query: { predicate: "ruled_by", limit: 500 } });
    const [first] = said.facts;
    if (first === undefined || first.subject_id === null) continue;
    const body = { subject_id: first.subject_id, predicate: "ruled_by", object_id: id(ids.length - 1), text: "ours" };
    const own = await title.ask(facts.create, { body });
    const others = said.facts.filter(
      (each) => each.subject_id === first.subject_id && each.object_id !== body.object_id,
    );
    expect(new Set(own.conflicts.map(({ fact_id }) => fact_id))).toEqual(
      new Set(others.slice(0, 20).map((each) => each.id)),
    );
  }
});

test("more than is compared at once is said, and all of it is let go of", { timeout: 600_000 }, async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const subject_id = await source.place("town");
  const { id } = await source.ask(facts.create, { body: { subject_id, text: "It floods." } });
  const link_id = await link(title, source);
  const isComplete = async () => (await title.ask(links.drift, { params: { link_id }, query: {} })).complete;
  expect(await isComplete()).toBe(true);
  const { writes } = bench.services.database;
  const copies = (from: number, to: number) =>
    writes.execute(
      sql`INSERT INTO fact_versions SELECT r.* FROM fact_versions v CROSS JOIN generate_series(${from}::int, ${to}::int) n
          CROSS JOIN LATERAL jsonb_populate_record(v, jsonb_build_object('id', left(v.id, -6) || lpad(n::text, 6, '0'))) r
          WHERE v.project_id = ${title.projectId} AND v.id = ${id}`,
    );
  await copies(1, 20_000);
  expect(await isComplete()).toBe(false);
  // Letting go of so many takes ten seconds.
  if (!IS_FULL) return;
  await title.ask(links.release, { params: { link_id } });
  await expect(work(title, link_id)).rejects.toMatchObject({ code: "not_found" });
  const { total } = await title.ask(facts.list, { query: { limit: 1 } });
  const [left] = await writes.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM fact_versions WHERE project_id = ${title.projectId} AND ${holds(null)} AND brought IS NOT NULL`,
  );
  expect([total, left?.n]).toEqual([20_001, 0]);
});

test("work that may not go on fails with its reason, and is done when it is asked for again", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town");
  const link_id = await link(title, source);
  const project_id = title.projectId;
  const withoutAccess = { ...bench.services, currentCaller: async () => null };
  const byTheService = async () => {
    const { events } = await title.ask(record.events, { query: { kind: "link.failed", limit: 500 } });
    return events.map(({ actor }) => actor);
  };
  for (const ask of [links.repin, links.release]) {
    await title.ask(ask, { params: { link_id }, body: ask === links.repin ? {} : undefined });
    expect(await work(title, link_id, withoutAccess)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/may not change/),
    });
    await title.ask(ask, { params: { link_id }, body: ask === links.repin ? {} : undefined });
    await bench.ask(projects.archive, { params: { project_id } });
    expect(await work(title, link_id)).toMatchObject({ status: "failed", error: expect.stringMatching(/archived/) });
    await bench.ask(projects.unarchive, { params: { project_id } });
  }
  expect(new Set(await byTheService())).toEqual(new Set(["system:links"]));
  expect(await repin(title, link_id)).toMatchObject({ status: "ready", error: null });
  await title.ask(links.release, { params: { link_id } });
  await expect(work(title, link_id)).rejects.toMatchObject({ code: "not_found" });
  expect(await title.entity(town)).toMatchObject({ source_link_id: null });
  expect((await bench.replay(project_id)).differences).toEqual([]);
});

test("only another project of the workspace and the mode is linked, by whoever may read it", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const refused = async (body: JsonObject, caller = bench.caller) =>
    expect((await refusal(title.call(links.create, { body, caller }))).code).toBe("validation");
  await refused({ source_project_id: title.projectId });
  const listed = { ...bench.caller, projectIds: [title.projectId] };
  await refused({ source_project_id: source.projectId }, listed);
  await refused({ source_project_id: source.projectId, seq: 99_999 });
  const stranger = await openWorkbench();
  try {
    await refused({ source_project_id: await stranger.newProject() });
  } finally {
    await stranger.close();
  }
});
