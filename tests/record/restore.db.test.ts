import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, locations, relationships, record, dialogues, projects } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  story = await Story.begin(bench);
});

describe("restoring what was deleted", () => {
  test("given a place deleted with its subtree and relationships, then all of it comes back as it was", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town, properties: { rooms: 3 } });
    const cellar = await story.place("cellar", { parent_id: house });
    const friend = await story.place("friend");
    const knows = await story.relationship(friend, cellar);
    const before = await story.paths();
    const first = await story.entity(house);
    await story.remove(house, "cascade");
    expect(await story.paths()).toEqual({ town: "/town", friend: null });

    const answer = await story.restore(house);
    expect(answer).toMatchObject({ id: house, subject_type: "entity", restored: [house, cellar, knows], skipped: [] });
    expect(await story.paths()).toEqual(before);
    const back = await story.entity(house);
    expect(back).toMatchObject({ properties: { rooms: 3 }, created_at: first.created_at, parent_id: town });
    expect(back.valid_from_seq).toBeGreaterThan(first.valid_from_seq ?? 0);
    const found = await story.ask(relationships.get, { params: { relationship_id: knows } });
    expect(found.target_id).toBe(cellar);
    expect((await story.kindsAfter(answer.seq - 3)).sort()).toEqual([
      "entity.restored",
      "entity.restored",
      "relationship.restored",
    ]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given it had children that were detached, then they stay where they are", async () => {
    const house = await story.place("house", { parent_id: null });
    await story.place("cellar", { parent_id: house });
    await story.remove(house, "detach");
    expect(await story.restore(house)).toMatchObject({ restored: [house] });
    expect(await story.paths()).toEqual({ house: "/house", cellar: "/cellar" });
  });

  test("given something it took along can no longer come back, then the rest does and the answer says why", async () => {
    const house = await story.place("house", { parent_id: null });
    const cellar = await story.place("cellar", { parent_id: house });
    const vault = await story.place("vault", { parent_id: cellar });
    const attic = await story.place("attic", { parent_id: house });
    await story.remove(house, "cascade");
    await story.place("cellar");
    const answer = await story.restore(house);
    expect([...answer.restored].sort()).toEqual([house, attic].sort());
    expect(answer.skipped.map(({ id }) => id).sort()).toEqual([cellar, vault].sort());
    for (const { reason } of answer.skipped) expect(reason.length).toBeGreaterThan(10);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given its external_id is taken by now, then 409 names the holder", async () => {
    const gate = await story.place("gate");
    await story.remove(gate);
    const holder = await story.place("gate");
    expect(await refusal(story.restore(gate))).toMatchObject({
      code: "external_id_taken",
      detail: { external_id: "gate", entity_id: holder },
    });
  });

  test("given its parent is gone, then 409 restore_conflict says so; after the parent is back, it works", async () => {
    const house = await story.place("house", { parent_id: null });
    const cellar = await story.place("cellar", { parent_id: house });
    await story.remove(cellar);
    await story.remove(house);
    const refused = await refusal(story.restore(cellar));
    expect(refused).toMatchObject({ code: "restore_conflict", detail: { reasons: [{ field: "body.parent_id" }] } });
    await story.restore(house);
    expect(await story.restore(cellar)).toMatchObject({ restored: [cellar] });
    expect(await story.paths()).toEqual({ house: "/house", cellar: "/house/cellar" });
  });

  test("given a relationship, a variable and a dialogue were deleted, then each comes back by its id", async () => {
    const [one, two] = [await story.place("one"), await story.place("two")];
    const knows = await story.relationship(one, two);
    const courage = await story.variable("courage");
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const node = await story.ask(dialogues.createNode, { params: { graph_id: graph.id }, body: { text: "Halt" } });
    await story.ask(relationships.delete, { params: { relationship_id: knows } });
    await story.ask(registry.variables.delete, { params: { variable_id: courage } });
    await story.ask(dialogues.delete, { params: { graph_id: graph.id } });
    expect(await story.restore(knows)).toMatchObject({ subject_type: "relationship" });
    expect(await story.restore(courage)).toMatchObject({ subject_type: "variable" });
    expect(await story.restore(graph.id)).toMatchObject({ subject_type: "dialogue", restored: [graph.id, node.id] });
    expect(await story.ask(dialogues.getNode, { params: { node_id: node.id } })).toMatchObject({ text: "Halt" });
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given a seq at which it looked different, then that state comes back with what the deletion took along", async () => {
    const house = await story.place("house", { parent_id: null });
    const old = await story.seq();
    const cellar = await story.place("cellar", { parent_id: house });
    await story.patch(house, { name: "Manor" });
    await story.remove(house, "cascade");
    expect(await story.restore(house, old)).toMatchObject({ restored: [house, cellar] });
    expect((await story.entity(house)).name).toBe("house");
  });
});

describe("restoring an earlier version", () => {
  test("given a place was renamed and moved, then its state at a seq comes back as one new event", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town, properties: { rooms: 3 } });
    const room = await story.place("room", { parent_id: house });
    const then = await story.seq();
    await story.patch(house, { external_id: "manor", parent_id: null, properties: { rooms: null, ghosts: 1 } });
    const head = await story.seq();
    expect(await story.restore(house, then)).toMatchObject({ seq: head + 1, restored: [house] });
    expect(await story.paths()).toEqual({ town: "/town", house: "/town/house", room: "/town/house/room" });
    expect((await story.entity(house)).properties).toEqual({ rooms: 3 });
    expect(await story.kindsAfter(head)).toEqual(["entity.restored"]);
    expect((await story.entity(room)).location_path).toBe("/town/house/room");
    expect(await story.paths(head)).toEqual({ town: "/town", manor: "/manor", room: "/manor/room" });
  });

  test("given it is as it was, then nothing is written", async () => {
    const house = await story.place("house");
    const head = await story.seq();
    expect(await story.restore(house, head)).toMatchObject({ seq: head, restored: [] });
  });

  test("given the state then would make a circle now, then 409 restore_conflict", async () => {
    const one = await story.place("one", { parent_id: null });
    const two = await story.place("two", { parent_id: one });
    const then = await story.seq();
    await story.patch(two, { parent_id: null });
    await story.patch(one, { parent_id: two });
    expect((await refusal(story.restore(two, then))).code).toBe("restore_conflict");
  });

  test("given a project, then its earlier name comes back", async () => {
    await story.ask(projects.update, { body: { name: "Renamed" } });
    expect(await story.restore(story.projectId, 1)).toMatchObject({ subject_type: "project", seq: 3 });
    expect((await story.ask(projects.get)).name).toBe("A project");
  });

  test("given it did not exist at that seq, or never, then 404; given a seq beyond the head, then 422", async () => {
    const house = await story.place("house");
    const head = await story.seq();
    expect((await refusal(story.restore(house, 1))).code).toBe("not_found");
    expect((await refusal(story.restore(story.projectId.replace("prj", "ent")))).code).toBe("not_found");
    expect((await refusal(story.restore("xyz_01m7x97svcy1qaya5d33z4pegn"))).code).toBe("not_found");
    expect((await refusal(story.restore(house, head + 1))).items).toMatchObject([{ loc: ["body", "seq"] }]);
    await story.remove(house);
    expect((await refusal(story.restore(house, head + 1))).code).toBe("not_found");
  });
});

describe("restoring a place with everything under it", () => {
  const restore = (id: string, body: { seq: number; dry_run?: boolean; newer?: "remove" }) =>
    story.ask(locations.restore, { params: { entity_id: id }, body });

  test("given children were deleted, changed and moved away, then they are as they were, and what came since stays", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town, properties: { rooms: 3 } });
    const cellar = await story.place("cellar", { parent_id: house });
    const attic = await story.place("attic", { parent_id: house });
    const elsewhere = await story.place("elsewhere", { parent_id: null });
    const knows = await story.relationship(cellar, elsewhere);
    const then = await story.seq();
    const before = await story.paths();
    await story.patch(house, { name: "Manor", properties: { rooms: null } });
    await story.remove(cellar);
    await story.patch(attic, { parent_id: elsewhere });
    await story.patch(elsewhere, { name: "Far away" });
    await story.place("shed", { parent_id: house });
    const head = await story.seq();

    const tried = await restore(town, { seq: then, dry_run: true });
    expect(tried).toMatchObject({ seq: head, brought_back: 1, changed: 2, relationships: 1, kept: 1 });
    expect(tried.preview?.total).toBe(4);
    expect(tried.preview?.changes).toContainEqual({
      change: "changed",
      subject_type: "entity",
      subject_id: house,
      name: "house",
      fields: [
        { field: "/name", name: "Name", branch_id: null, before: "Manor", after: "house" },
        expect.objectContaining({ field: "/properties/rooms", before: null, after: 3 }),
      ],
    });
    expect(tried.preview?.changes).toContainEqual(
      expect.objectContaining({ change: "brought_back", subject_id: cellar, name: "cellar", fields: [] }),
    );
    expect(await story.seq()).toBe(head);

    const { preview: _, ...foreseen } = tried;
    expect(await restore(town, { seq: then })).toEqual({ ...foreseen, seq: head + 4 });
    expect(await story.paths()).toEqual({ ...before, shed: "/town/house/shed" });
    expect((await story.entity(house)).properties).toEqual({ rooms: 3 });
    expect((await story.entity(elsewhere)).name).toBe("Far away");
    expect(await story.ask(relationships.get, { params: { relationship_id: knows } })).toMatchObject({
      source_id: cellar,
    });
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given the restore is taken back, then all of it is as it was before, to the last value", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town });
    const cellar = await story.place("cellar", { parent_id: house });
    const attic = await story.place("attic", { parent_id: house });
    const friend = await story.place("friend");
    const knows = await story.relationship(friend, cellar);
    const then = await story.seq();
    const elsewhere = await story.place("elsewhere", { parent_id: null });
    await story.remove(cellar);
    await story.patch(attic, { parent_id: elsewhere, name: "Loft" });
    const shed = await story.place("shed", { parent_id: house });
    const before = await story.paths();
    const head = await story.seq();

    const done = await restore(town, { seq: then });
    expect(done).toMatchObject({
      before_seq: head,
      brought_back: 1,
      changed: 1,
      relationships: 1,
      kept: 1,
      removed: 0,
    });
    const input = { seq: done.before_seq, newer: "remove" } as const;
    const tried = await restore(town, { ...input, dry_run: true });
    expect(tried).toMatchObject({ brought_back: 0, changed: 1, relationships: 0, kept: 0, removed: 1 });
    expect(tried.preview?.changes.map(({ change, name }) => [change, name]).sort()).toEqual([
      ["changed", "Loft"],
      ["deleted", "cellar"],
      ["deleted", "knows"],
    ]);
    await restore(town, input);
    expect(await story.paths()).toEqual(before);
    expect((await story.entity(attic)).name).toBe("Loft");
    expect((await story.entity(shed)).parent_id).toBe(house);
    for (const [operation, params] of [
      [entities.get, { entity_id: cellar }],
      [relationships.get, { relationship_id: knows }],
    ] as const) {
      expect((await refusal(story.ask(operation, { params }))).code).toBe("not_found");
    }
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given a place deleted with everything under it, then all of it comes back with its place among the others", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town });
    await story.place("cellar", { parent_id: house });
    const then = await story.seq();
    const before = await story.paths();
    await story.remove(town, "cascade");
    expect(await restore(house, { seq: then, dry_run: true }).catch((error) => error.code)).toBe("restore_conflict");
    expect(await restore(town, { seq: then })).toMatchObject({ brought_back: 3, changed: 0, kept: 0 });
    expect(await story.paths()).toEqual(before);
  });

  test("given an external_id that is taken by now, then 409, tried out or not, and nothing has changed", async () => {
    const town = await story.place("town", { parent_id: null });
    const house = await story.place("house", { parent_id: town });
    const then = await story.seq();
    await story.remove(house);
    await story.place("house");
    const head = await story.seq();
    for (const dry_run of [true, false]) {
      expect((await refusal(restore(town, { seq: then, dry_run }))).code).toBe("external_id_taken");
    }
    expect(await story.seq()).toBe(head);
  });

  test("given it is no place, or did not exist then, then 404; beyond the head, then 422", async () => {
    const head = await story.seq();
    const town = await story.place("town", { parent_id: null });
    const npc = await story.place("npc", { type: "npc" });
    expect((await refusal(restore(town, { seq: head }))).code).toBe("not_found");
    expect((await refusal(restore(npc, { seq: head + 2 }))).code).toBe("not_found");
    expect((await refusal(restore(town, { seq: head + 9 }))).items).toMatchObject([{ loc: ["body", "seq"] }]);
  });
});

describe("what a restore would do", () => {
  test("given a card that was rewritten, then both texts are told, and nothing is written", async () => {
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const params = { graph_id: graph.id };
    const node = await story.ask(dialogues.createNode, { params, body: { text: "Halt" } });
    const then = await story.seq();
    await story.ask(dialogues.updateNode, { params: { node_id: node.id }, body: { text: "Welcome" } });
    await story.ask(dialogues.createNode, { params, body: { text: "Written later" } });
    const head = await story.seq();
    const one = await story.ask(record.restore, {
      params: { subject_id: node.id },
      body: { seq: then, dry_run: true },
    });
    const fields = [{ field: "/text", name: "Text", branch_id: null, before: "Welcome", after: "Halt" }];
    expect(one).toMatchObject({ seq: head, restored: [node.id], preview: { total: 1, changes: [{ fields }] } });
    const all = await story.ask(dialogues.restore, { params, body: { seq: then, dry_run: true } });
    expect(all).toMatchObject({ seq: head, changed: 1, deleted: 1, brought_back: 0 });
    expect(all.preview?.changes.map(({ change, name }) => [change, name]).sort()).toEqual([
      ["changed", "Halt"],
      ["deleted", "Written later"],
    ]);
    expect(await story.seq()).toBe(head);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given a group and its card were deleted, then a dialogue restored on trial finds the group its card belongs to", async () => {
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const params = { graph_id: graph.id };
    const group = await story.ask(dialogues.createGroup, { params, body: { title: "Watch" } });
    const node = await story.ask(dialogues.createNode, { params, body: { text: "Halt", group_id: group.id } });
    const then = await story.seq();
    await story.ask(dialogues.deleteNode, { params: { node_id: node.id } });
    await story.ask(dialogues.deleteGroup, { params: { group_id: group.id } });
    const tried = await story.ask(dialogues.restore, { params, body: { seq: then, dry_run: true } });
    expect(tried).toMatchObject({ brought_back: 2, changed: 0, deleted: 0, preview: { total: 2 } });
  });
});

describe("deleting a place with children", () => {
  test("given no word on the children, then 409 counts them; detach makes them roots that keep their own", async () => {
    const house = await story.place("house", { parent_id: null });
    const cellar = await story.place("cellar", { parent_id: house });
    await story.place("vault", { parent_id: cellar });
    expect(await refusal(story.remove(house))).toMatchObject({ code: "has_children", detail: { children: 1 } });
    expect(await story.remove(house, "detach")).toMatchObject({ entities: [house], detached: [cellar] });
    expect(await story.paths()).toEqual({ cellar: "/cellar", vault: "/cellar/vault" });
    const { events } = await story.ask(record.history, { params: { subject_id: cellar } });
    expect(events[0]).toMatchObject({ kind: "entity.moved", causation: house });
  });

  test("given it is deleted, then it is gone now, there at any seq before, and its external_id is free", async () => {
    const house = await story.place("house");
    const then = await story.seq();
    await story.remove(house);
    expect((await refusal(story.entity(house))).code).toBe("not_found");
    expect((await story.entity(house, { at_seq: then })).name).toBe("house");
    expect(await story.place("house")).not.toBe(house);
    const { total } = await story.ask(entities.list, { query: { at_seq: then } });
    expect(total).toBe(1);
  });
});
