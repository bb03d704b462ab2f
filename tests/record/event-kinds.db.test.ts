import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { registry } from "#server/operations.ts";
import { resources } from "#server/resources.ts";
import { seedDemo } from "#server/seed/seed.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { record, entities, locations, dialogues, variables, projects } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

type Catalogue = Awaited<ReturnType<typeof read>>;
const read = () => bench.ask(record.kinds);

/** Returns the parts of an event that violate the schemas of its kind. */
function faultsIn(
  { event_kinds, subject_types }: Catalogue,
  event: { kind: string; subject_type: string; change: unknown; data: unknown },
): string[] {
  const kind = event_kinds.find((each) => each.kind === event.kind);
  const subject = subject_types.find((each) => each.subject_type === event.subject_type);
  if (kind === undefined || subject === undefined) return [`${event.kind} is not in the catalogue`];
  const check = (what: string, schema: object, value: unknown) => {
    const { error } = z.fromJSONSchema(closed(schema) as never).safeParse(value);
    return error === undefined ? [] : [`${event.kind}: ${what}: ${z.prettifyError(error)}`];
  };
  if (event.data !== null && kind.data === null) return [`${event.kind} says something in data`];
  return [
    ...check("change", subject.change, event.change),
    ...(event.data === null ? [] : check("data", kind.data ?? {}, event.data)),
  ];
}

/** A schema that refuses fields it does not name, where it names any. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return inner.type === "object" && inner.properties !== undefined && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

describe("the catalogue of event kinds", () => {
  test("every kind has a meaning, and an example of its schemas' form", async () => {
    const catalogue = await read();
    const kinds = catalogue.event_kinds.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toEqual(expect.arrayContaining(["entity.moved", "dialogue_node.moved", "project.created"]));
    expect(catalogue.subject_types.map(({ subject_type }) => subject_type)).toEqual(
      resources.all().map(({ type }) => type),
    );
    for (const { kind, subject_type, meaning, example } of catalogue.event_kinds) {
      expect(meaning).toMatch(/\.$/);
      expect([example.kind, example.subject_type]).toEqual([kind, subject_type]);
      expect(example.change).not.toEqual({});
    }
    expect(catalogue.event_kinds.flatMap(({ example }) => faultsIn(catalogue, example))).toEqual([]);
    const [moved] = catalogue.event_kinds.filter(({ kind }) => kind === "entity.moved");
    const wrong = {
      ...(moved?.example ?? expect.fail()),
      change: { set: { "/name": 7, "/nothing": 1 } },
      data: { path: 1 },
    };
    expect(faultsIn(catalogue, wrong)).toHaveLength(2);
  });

  test("whatever the demo and a life of every kind record is in it, as it says", async () => {
    await seedDemo(bench.services);
    const story = await Story.begin(bench);
    const town = await story.place("town");
    const inn = await story.place("inn", { parent_id: town });
    await story.place("room", { parent_id: inn });
    await story.relationship(inn, town);
    await story.patch(inn, { parent_id: null });
    await story.patch(inn, { external_id: "tavern" });
    await story.remove(inn, "cascade");
    await story.call(record.restore, { params: { subject_id: inn }, body: {} });
    const gold = await story.variable("gold");
    await story.call(variables.delete, { params: { variable_id: gold } });
    const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const { id: node_id } = await story.ask(dialogues.createNode, { params: { graph_id }, body: { text: "Halt!" } });
    const gestures = [
      { label: "Move a card", operations: [{ op: "node.move", id: node_id, canvas_x: 4, canvas_y: 8 }] },
    ];
    await story.call(dialogues.batch, { params: { graph_id }, body: { batch_id: "one-card-moved", gestures } });
    await story.call(dialogues.delete, { params: { graph_id } });
    await story.call(record.restore, { params: { subject_id: graph_id }, body: {} });
    await story.call(projects.update, { body: { name: "Renamed", metadata: { a: { b: 1 } } } });

    const catalogue = await read();
    const events = await bench.database.reads.execute<Parameters<typeof faultsIn>[1]>(
      sql`SELECT kind, subject_type, change, data FROM events ORDER BY project_id, seq`,
    );
    expect(new Set(events.map(({ kind }) => kind)).size).toBeGreaterThan(15);
    expect(events.flatMap((event) => faultsIn(catalogue, event))).toEqual([]);
  });
});

describe("what the event of a move says of what lies below", () => {
  test("from where to where, how many moved along, and which", async () => {
    const story = await Story.begin(bench);
    const [town, other] = [
      await story.place("town", { parent_id: null }),
      await story.place("other", { parent_id: null }),
    ];
    const inn = await story.place("inn", { parent_id: town });
    const room = await story.place("room", { parent_id: inn });
    const plain = await story.place("plain");
    const last = async () => {
      const { events } = await story.ask(record.events, { query: { after_seq: (await story.seq()) - 1 } });
      return events[0];
    };
    await story.patch(town, { name: "Town" });
    expect(await last()).toMatchObject({ kind: "entity.updated", data: null });
    await story.call(locations.move, { params: { entity_id: town }, body: { parent_id: other } });
    const moved = await last();
    expect(moved).toMatchObject({
      kind: "entity.moved",
      data: { path_before: "/town", path: "/other/town", descendants: 2 },
    });
    expect(new Set(moved?.data?.descendant_ids as string[])).toEqual(new Set([inn, room]));
    await story.patch(inn, { external_id: "tavern" });
    expect(await last()).toMatchObject({
      kind: "entity.updated",
      data: { path_before: "/other/town/inn", path: "/other/town/tavern", descendants: 1, descendant_ids: [room] },
    });
    const child = await story.place("child", { parent_id: plain });
    expect(await last()).toMatchObject({ subject_id: child, data: { placed_parent_id: plain } });
    await story.patch(room, { parent_id: plain });
    expect((await last())?.data).toEqual({
      path_before: "/other/town/tavern/room",
      path: "/plain/room",
      descendants: 0,
      descendant_ids: [],
    });
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("of many it names a hundred and counts all; in one batch each says what held at its sequence", async () => {
    const story = await Story.begin(bench);
    const root = await story.place("root", { parent_id: null });
    const tree = Array.from({ length: 120 }, (_, i) => ({
      external_id: `n${i}`,
      type: "location",
      name: "place",
      parent_id: root,
    }));
    await story.ask(entities.batch, { body: { entities: tree } });
    const before = await story.seq();
    const items = [
      { op: "update", external_id: "n0", patch: { parent_external_id: "n1" } },
      { op: "update", id: root, patch: { external_id: "new" } },
    ];
    await story.ask(entities.batch, { body: { entities: items } });
    const { events } = await story.ask(record.events, { query: { after_seq: before } });
    expect(events).toMatchObject([
      { data: { path_before: "/root/n0", path: "/root/n1/n0", descendants: 0 } },
      { data: { path_before: "/root", path: "/new", descendants: 120 } },
    ]);
    expect(events[1]?.data?.descendant_ids).toHaveLength(100);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });
});
