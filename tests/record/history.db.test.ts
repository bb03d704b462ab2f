import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { resources } from "#server/resources.ts";
import { section } from "#tests/contract/interface.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const { record, entities, projects, relationships, variables } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.time = null;
  story = await Story.begin(bench);
});

describe(`${section("Time")}: the change feed`, () => {
  test("given a cursor moved page by page, then every event comes once and in order", async () => {
    const ids = [await story.place("one", { parent_id: null }), await story.place("two"), await story.place("three")];
    for (const id of ids) await story.patch(id, { name: "Renamed" });
    const seen: number[] = [];
    for (let more = true, after = 0; more; ) {
      const page = await story.ask(record.events, { query: { after_seq: after, limit: 2 } });
      seen.push(...page.events.map(({ seq }) => seq));
      after = seen.at(-1) ?? 0;
      more = page.has_more;
      expect(page.total).toBe(7 - seen.length + page.events.length);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("given a kind, a subject or a seq, then only those events come", async () => {
    const id = await story.place("one");
    await story.place("two");
    await story.patch(id, { name: "Renamed" });
    const kinds = await story.ask(record.events, { query: { kind: "entity.created" } });
    expect(kinds).toMatchObject({ total: 2, has_more: false, events: [{ seq: 2 }, { seq: 3 }] });
    const subject = await story.ask(record.events, { query: { subject_id: id } });
    expect(subject.events.map(({ kind }) => kind)).toEqual(["entity.created", "entity.updated"]);
    const then = await story.ask(record.events, { query: { at_seq: 3 } });
    expect(then).toMatchObject({ total: 3, events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
  });

  test("given values that several events wrote, then each is told with its last author, also at an earlier sequence", async () => {
    const id = await story.place("one", { properties: { danger: 1, mood: "calm" } });
    await story.patch(id, { properties: { danger: 2 } });
    await story.patch(id, { name: "Renamed" });
    const authors = async (query = {}) =>
      (await story.ask(record.authors, { params: { subject_id: id }, query })).authors;
    const now = await authors();
    expect([now["/name"]?.seq, now["/properties/danger"]?.seq, now["/properties/mood"]?.seq]).toEqual([4, 3, 2]);
    expect((await authors({ at_seq: 3 }))["/name"]).toMatchObject({ seq: 2, actor: bench.caller.actor });
  });

  test("given a kind that cannot be or was never seen beside one almost like it, then it is refused", async () => {
    await story.patch(await story.place("one"), { name: "Renamed" });
    const asked = async (kind: string) => (await refusal(story.ask(record.events, { query: { kind } }))).items;
    expect(await asked("entity.update")).toMatchObject([
      { loc: ["query", "kind"], ctx: { suggestion: "entity.updated" } },
    ]);
    expect(await asked("weather.changed")).toMatchObject([{ loc: ["query", "kind"] }]);
    const later = await story.ask(record.events, { query: { kind: "entity.deleted" } });
    expect(later).toMatchObject({ events: [], total: 0 });
    const since = await story.ask(record.events, { query: { kind: "entity.updated", after_seq: 3 } });
    expect(since).toMatchObject({ events: [], total: 0 });
  });

  test("an event says what changed, who did it, in which request and when", async () => {
    bench.time = Date.UTC(2031, 4, 1, 12, 0, 0, 250);
    const id = await story.place("one", { properties: { "a/b": 1, gone: true } });
    await story.patch(id, { properties: { "a/b": 2, gone: null, list: [1, null] } });
    const { events } = await story.ask(record.events, { query: { after_seq: 2 } });
    expect(events).toEqual([
      {
        project_id: story.projectId,
        seq: 3,
        commit_seq: 3,
        id: expect.stringMatching(/^evt_/),
        v: 1,
        kind: "entity.updated",
        subject_type: "entity",
        subject_id: id,
        change: { set: { "/properties/a~1b": 2, "/properties/list": [1, null] }, unset: ["/properties/gone"] },
        data: null,
        actor: bench.caller.actor,
        request_id: expect.stringMatching(/^req_/),
        causation: null,
        recorded_at: "2031-05-01T12:00:00.250Z",
      },
    ]);
  });

  test("given a change that changes nothing, then it is 200 and no event", async () => {
    const id = await story.place("one", { properties: { a: 1 } });
    const { status, headers } = await story.patch(id, {});
    expect([status, headers["x-project-seq"]]).toEqual([200, "2"]);
    expect((await story.patch(id, { properties: { a: 1, b: null } })).headers["x-project-seq"]).toBe("2");
  });
});

describe("the history of a subject", () => {
  test("given it was deleted and came back, then all of it is there, newest first, page by page", async () => {
    const id = await story.place("one");
    await story.patch(id, { name: "Two" });
    await story.remove(id);
    const history = (query: object) => story.ask(record.history, { params: { subject_id: id }, query: { ...query } });
    expect((await history({})).events.map(({ kind }) => kind)).toEqual([
      "entity.deleted",
      "entity.updated",
      "entity.created",
    ]);
    await story.restore(id);
    expect(await history({ limit: 1, offset: 1 })).toMatchObject({ total: 4, has_more: true, events: [{ seq: 4 }] });
    expect((await history({ sort_order: "asc", limit: 1 })).events).toMatchObject([{ kind: "entity.created" }]);
    expect((await history({ at_seq: 3 })).total).toBe(2);
    const own = await story.ask(entities.history, { params: { entity_id: id } });
    expect(own.total).toBe(4);
  });

  test("given an id that nothing ever had, then 404", async () => {
    const unknown = { params: { subject_id: "rel_01m7x97svcy1qaya5d33z4pegn" } };
    expect((await refusal(story.call(record.history, unknown))).code).toBe("not_found");
  });
});

describe("the difference between two moments", () => {
  test("given things were added, changed and removed, then each is listed with its fields and who did it", async () => {
    const [kept, gone] = [await story.place("kept", { properties: { mood: "calm", n: 1 } }), await story.place("gone")];
    const from = await story.seq();
    const other = newCaller({ workspaceId: bench.caller.workspaceId });
    await story.patch(kept, { properties: { mood: "tense" } });
    await story.patch(kept, { properties: { n: null }, name: "Kept" }, { caller: other });
    await story.remove(gone);
    const courage = await story.variable("courage");
    const diff = await story.ask(record.diff, { query: { from_seq: from } });
    expect(diff).toMatchObject({ from_seq: from, to_seq: from + 4, total: 3, has_more: false });
    expect(diff.differences).toMatchObject([
      {
        change: "changed",
        subject_id: kept,
        label: "Kept",
        fields: [
          { field: "/name", before: "kept", after: "Kept" },
          { field: "/properties/mood", before: "calm", after: "tense" },
          { field: "/properties/n", before: 1, after: null },
        ],
        by: [other.actor, bench.caller.actor],
        first_seq: from + 1,
        last_seq: from + 2,
      },
      { change: "removed", subject_id: gone, label: "gone" },
      { change: "added", subject_type: "variable", subject_id: courage, label: "courage" },
    ]);
    expect(diff.differences[1]?.fields).toContainEqual({ field: "/name", before: "gone", after: null });
  });

  test("given something came back to what it was, or came and went, then it is not shown though it is counted", async () => {
    const id = await story.place("one");
    const from = await story.seq();
    await story.patch(id, { name: "Two" });
    await story.patch(id, { name: "one" });
    await story.remove(await story.place("guest"));
    const diff = await story.ask(record.diff, { query: { from_seq: from } });
    expect(diff).toMatchObject({ total: 2, differences: [] });
  });

  test("given pages, then they cover every subject once", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await story.place(`place-${i}`));
    const seen: string[] = [];
    for (let offset = 0, more = true; more; offset += 3) {
      const page = await story.ask(record.diff, { query: { from_seq: 1, limit: 3, offset } });
      seen.push(...page.differences.map(({ subject_id }) => subject_id));
      more = page.has_more;
    }
    expect(seen).toEqual(ids);
  });

  test("given nodes and places, then they differ in the fields a read of them has, lists as lists", async () => {
    const { dialogues } = registry;
    const town = await story.place("town", { parent_id: null });
    const inn = await story.place("inn");
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const node = await story.ask(dialogues.createNode, {
      params: { graph_id: graph.id },
      body: { text: "Who?", speaker_id: inn },
    });
    const from = await story.seq();
    await story.patch(inn, { parent_id: town });
    const written = await story.ask(dialogues.updateNode, {
      params: { node_id: node.id },
      body: { branches: [{ choice_text: "A friend." }] },
    });
    const { differences, names } = await story.ask(record.diff, { query: { from_seq: from } });
    expect(differences[1]).toMatchObject({ label: "Who?", graph_id: graph.id, speaker_id: inn });
    expect(names).toMatchObject({ [graph.id]: "At the gate", [inn]: "inn" });
    expect(differences.map(({ subject_id, fields }) => [subject_id, fields])).toEqual([
      [
        inn,
        [
          { field: "/parent_id", before: null, after: town },
          { field: "/location_path", before: null, after: "/town/inn" },
        ],
      ],
      [node.id, [{ field: "/branches", before: [], after: written.branches }]],
    ]);
    const { differences: all } = await story.ask(record.diff, { query: { from_seq: 1 } });
    const shown = await story.entity(inn);
    const fields = new Set(all.find(({ subject_id }) => subject_id === inn)?.fields.map(({ field }) => field.slice(1)));
    expect([...fields].filter((field) => !(field in shown))).toEqual([]);
    expect(fields).toContain("location_path");
    const ofOne = await story.ask(record.diff, { query: { from_seq: from, subject_id: node.id } });
    expect(ofOne).toMatchObject({ total: 1, has_more: false, differences: [{ subject_id: node.id, fields: [{}] }] });
  });

  test("given bounds out of order or beyond the head, then 422 names them", async () => {
    const bad = (query: object) => refusal(story.call(record.diff, { query: { ...query } }));
    expect((await bad({ from_seq: 0, to_seq: 9 })).items).toMatchObject([{ loc: ["query", "to_seq"], ctx: { le: 1 } }]);
    expect((await bad({ from_seq: 1, to_seq: 0 })).items).toMatchObject([{ loc: ["query", "from_seq"] }]);
    expect((await bad({ from_seq: 0, at_seq: 1 })).items).toMatchObject([{ type: "extra_forbidden" }]);
    expect(await story.ask(record.diff, { query: { from_seq: 1, to_seq: 1 } })).toMatchObject({ differences: [] });
  });
});

describe("the feed with include=resource", () => {
  test("each event shows its subject as a read at its sequence does, and null when it is gone", async () => {
    const { projects, variables, dialogues } = registry;
    const town = await story.place("town", { parent_id: null });
    const inn = await story.place("inn", { parent_id: town });
    const other = await story.place("other");
    await story.relationship(inn, other);
    const gold = await story.variable("gold");
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const params = { graph_id: graph.id };
    const node = await story.ask(dialogues.createNode, { params, body: { text: "Who goes there?" } });
    const branches = [{ choice_text: "A friend." }, { choice_text: "Nobody." }];
    await story.call(dialogues.updateNode, { params: { node_id: node.id }, body: { branches } });
    await story.call(dialogues.update, { params, body: { description: "Short." } });
    await story.patch(town, { external_id: "city" });
    await story.patch(town, { parent_id: other });
    await story.call(projects.update, { body: { name: "Renamed" } });
    await story.call(variables.delete, { params: { variable_id: gold } });
    await story.remove(other, "cascade");

    const { events } = await story.ask(record.events, { query: { limit: 500, include: "resource" } });
    const plain = await story.ask(record.events, { query: { limit: 500 } });
    expect(events.map(({ resource: _, ...event }) => event)).toEqual(plain.events);
    const readers: Record<string, (id: string, at_seq: number) => Promise<unknown>> = {
      project: (_, at_seq) => story.ask(projects.get, { query: { at_seq } }),
      entity: (entity_id, at_seq) => story.ask(entities.get, { params: { entity_id }, query: { at_seq } }),
      relationship: (relationship_id, at_seq) =>
        story.ask(registry.relationships.get, { params: { relationship_id }, query: { at_seq } }),
      variable: (variable_id, at_seq) => story.ask(variables.get, { params: { variable_id }, query: { at_seq } }),
      dialogue: async (graph_id, at_seq) => {
        const { dialogues: all } = await story.ask(dialogues.list, { query: { at_seq } });
        return all.find(({ id }) => id === graph_id);
      },
      dialogue_node: (node_id, at_seq) => story.ask(dialogues.getNode, { params: { node_id }, query: { at_seq } }),
    };
    for (const { kind, subject_type, subject_id, seq, resource } of events) {
      const isGone = kind.endsWith(".deleted");
      expect([kind, resource]).toEqual([kind, isGone ? null : await readers[subject_type]?.(subject_id, seq)]);
    }
    expect(new Set(events.map(({ subject_type }) => subject_type))).toEqual(new Set(Object.keys(readers)));
  });

  test("every kind of subject says how the API shows it", () => {
    for (const { type } of resources.all()) expect(resources.formOf(type).schema.meta()?.id).toBeDefined();
  });
});

describe("the sequence that was true at a time", () => {
  test("given a clock that stands still, jumps and goes back, then every moment has one answer", async () => {
    const start = Date.UTC(2031, 0, 1);
    bench.time = start;
    story = await Story.begin(bench);
    const at = async (ms: number) => {
      const query = { at: new Date(ms).toISOString() };
      return (await story.ask(record.sequence, { query })).seq;
    };
    await story.place("one");
    bench.time = start + 1_000;
    await story.place("two");
    bench.time = start - 5_000;
    const late = await story.place("three");
    expect((await story.entity(late)).created_at).toBe(new Date(start + 1_000).toISOString());
    bench.time = start + 2_000;
    const body = { entities: ["x", "y", "z"].map((external_id) => ({ external_id, type: "npc", name: external_id })) };
    await story.ask(entities.batch, { body });
    expect(await at(start - 1)).toBe(0);
    expect(await at(start)).toBe(2);
    expect(await at(start + 999)).toBe(2);
    expect(await at(start + 1_000)).toBe(4);
    expect(await at(start + 2_000)).toBe(7);
    expect(await at(start + 10_000_000)).toBe(7);
  });

  test("given an offset or the far ends of the calendar, then it is understood or a 422", async () => {
    const ask = (at: string) => story.ask(record.sequence, { query: { at } });
    expect(await ask("2000-01-01T01:00:00+01:00")).toEqual({ at: "2000-01-01T00:00:00Z", seq: 0 });
    expect((await ask("9999-12-31T23:59:59.999Z")).seq).toBe(1);
    expect((await ask("0001-01-01T00:00:00Z")).seq).toBe(0);
    for (const at of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]) {
      const answer = await ask(at).catch(async (error: unknown) => (await refusal(Promise.reject(error))).code);
      expect(answer === "validation" || typeof answer === "object").toBe(true);
    }
  });
});

describe(`${section("Time")}: reading at a sequence`, () => {
  test("given every kind of read, then 0 is the empty project, the past stays as it was, beyond the head is a 422", async () => {
    const [one, two] = [await story.place("one", { parent_id: null }), await story.place("two")];
    const knows = await story.relationship(one, two);
    const courage = await story.variable("courage");
    const then = await story.seq();
    await story.ask(relationships.update, { params: { relationship_id: knows }, body: { type: "owes" } });
    await story.ask(variables.update, { params: { variable_id: courage }, body: { name: "nerve" } });
    await story.ask(projects.update, { body: { name: "Later" } });
    const query = { at_seq: then };
    expect((await story.ask(relationships.get, { params: { relationship_id: knows }, query })).type).toBe("knows");
    expect((await story.ask(variables.get, { params: { variable_id: courage }, query })).name).toBe("courage");
    expect(await story.ask(projects.get, { query })).toMatchObject({ name: "A project", last_seq: then });
    const early = await story.call(entities.list, { query: { at_seq: 0 } });
    expect([early.headers["x-project-seq"], early.body.total]).toEqual(["0", 0]);
    const { items } = await refusal(story.call(entities.list, { query: { at_seq: then + 4 } }));
    expect(items).toMatchObject([{ type: "less_than_equal", loc: ["query", "at_seq"], ctx: { le: then + 3 } }]);
  });
});

describe("deleting a project", () => {
  test("given it is deleted, then it answers 404 until it is restored, for thirty days", async () => {
    bench.time = Date.UTC(2032, 0, 1);
    story = await Story.begin(bench);
    const id = await story.place("one");
    const { restorable_until } = await story.ask(projects.delete);
    expect((await refusal(story.entity(id))).code).toBe("not_found");
    expect((await refusal(story.place("two"))).code).toBe("not_found");
    expect((await bench.ask(projects.list, { query: { deleted: true } })).projects).toContainEqual(
      expect.objectContaining({ id: story.projectId }),
    );
    expect(await story.ask(projects.restore)).toMatchObject({ last_seq: 4, deleted_at: null });
    expect((await story.entity(id)).name).toBe("one");
    await story.ask(projects.delete);
    bench.time = new Date(restorable_until).getTime() + 1;
    expect((await refusal(story.call(projects.restore))).code).toBe("not_found");
  });
});
