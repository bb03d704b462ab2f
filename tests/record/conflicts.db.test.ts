import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const { dialogues, projects, entities } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  story = await Story.begin(bench);
});

describe("an update with base_seq", () => {
  test("given somebody changed another field since, then both edits stand", async () => {
    const id = await story.place("gate", { properties: { mood: "calm", guards: 2 } });
    const base = await story.seq();
    await story.patch(id, { properties: { mood: "tense" } });
    const { body } = await story.patch(id, { properties: { guards: 3 }, name: "The Gate", base_seq: base });
    expect(body).toMatchObject({ name: "The Gate", properties: { mood: "tense", guards: 3 } });
  });

  test("given somebody changed the same field since, then 409 says field, mine, theirs, by and at", async () => {
    const id = await story.place("gate", { properties: { mood: "calm" } });
    const base = await story.seq();
    const other = newCaller({ workspaceId: bench.caller.workspaceId });
    const theirs = await story.patch(id, { properties: { mood: "tense" }, name: "Porta" }, { caller: other });
    const mine = { properties: { mood: "angry" }, name: "The Gate", type: "place", base_seq: base };
    const refused = await refusal(story.patch(id, mine));
    expect(refused.code).toBe("edit_conflict");
    const by = { by: other.actor, at: theirs.body.updated_at };
    expect(refused.detail?.current_seq).toBe(await story.seq());
    expect(refused.detail?.conflicts).toEqual([
      { id, field: "/name", mine: "The Gate", theirs: "Porta", ...by },
      { id, field: "/properties/mood", mine: "angry", theirs: "tense", ...by },
    ]);
    expect(await story.entity(id)).toMatchObject({ type: "location", name: "Porta" });
  });

  test("given an edit inside what another replaced, or around it, then they conflict", async () => {
    const id = await story.place("gate", { properties: { lord: { name: "Ada", age: 40 } } });
    const base = await story.seq();
    await story.patch(id, { properties: { lord: "nobody" } });
    const inside = await refusal(story.patch(id, { properties: { lord: { age: 41 } }, base_seq: base }));
    expect(inside.detail?.conflicts).toMatchObject([{ field: "/properties/lord", theirs: "nobody" }]);
    const next = await story.seq();
    await story.patch(id, { properties: { lord: { name: "Bea" } } });
    await story.patch(id, { properties: { lord: { name: "Cleo" } } });
    const around = await refusal(story.patch(id, { properties: { lord: null }, base_seq: next }));
    expect(around.detail?.conflicts).toMatchObject([{ field: "/properties/lord", mine: null }]);
  });

  test("given both made the same change, then it is no conflict and no event", async () => {
    const id = await story.place("gate");
    const base = await story.seq();
    await story.patch(id, { name: "Porta" });
    const head = await story.seq();
    const { status, headers } = await story.patch(id, { name: "Porta", base_seq: base });
    expect([status, headers["x-project-seq"]]).toEqual([200, String(head)]);
  });

  test("given a base that is the head, then nothing conflicts; beyond the head it is a 422", async () => {
    const id = await story.place("gate");
    await story.patch(id, { name: "One" });
    const head = await story.seq();
    const refused = await refusal(story.patch(id, { name: "Two", base_seq: head + 1 }));
    expect(refused.items).toMatchObject([{ type: "less_than_equal", loc: ["body", "base_seq"], ctx: { le: head } }]);
    expect((await story.patch(id, { name: "Two", base_seq: head })).body.name).toBe("Two");
  });

  test("given changes to other subjects alone, then nothing conflicts", async () => {
    const [one, two] = [await story.place("one"), await story.place("two")];
    const base = await story.seq();
    await story.patch(two, { name: "Zwei" });
    await story.ask(projects.update, { body: { name: "Renamed" } });
    expect((await story.patch(one, { name: "Eins", base_seq: base })).body.name).toBe("Eins");
  });

  test("given a node somebody dragged, then a drag never conflicts and text does; two branches are two fields", async () => {
    const graph = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const branches = [{ choice_text: "Pay" }, { choice_text: "Run" }];
    const params = { graph_id: graph.id };
    const node = await story.ask(dialogues.createNode, { params, body: { text: "Halt", branches } });
    const update = (body: object) => story.ask(dialogues.updateNode, { params: { node_id: node.id }, body });
    const base = await story.seq();
    const [pay, run] = node.branches;
    await update({ canvas_x: 10, canvas_y: 20, text: "Halt!", branches: [{ ...pay, choice_text: "Pay up" }, run] });
    expect(await update({ canvas_x: 30, canvas_y: 40, base_seq: base })).toMatchObject({ canvas_x: 30, text: "Halt!" });
    const text = await refusal(update({ text: "Stop", base_seq: base }));
    expect(text.detail?.conflicts).toMatchObject([{ field: "/text", mine: "Stop", theirs: "Halt!" }]);
    const edited = await update({
      branches: [
        { ...pay, choice_text: "Pay up" },
        { ...run, choice_text: "Flee" },
      ],
      base_seq: base,
    });
    expect(edited.branches.map(({ choice_text }) => choice_text)).toEqual(["Pay up", "Flee"]);
    const same = await refusal(update({ branches: [{ ...pay, choice_text: "Bribe" }, run], base_seq: base }));
    expect(same.detail?.conflicts).toContainEqual(expect.objectContaining({ mine: "Bribe", theirs: "Pay up" }));
  });
});

describe("an upsert", () => {
  const upsert = (name: string, more: JsonObject = {}, ifMatch: number | "*" | null = null) => {
    const body = { external_id: "gate", type: "location", name, ...more };
    return story.call(entities.upsert, { body, ...(ifMatch !== null && { ifMatch }) });
  };

  test("given another version by now, then If-Match refuses it; given the right one or any, the write stands", async () => {
    const made = (await upsert("One")).body;
    const second = (await upsert("Two", {}, made.valid_from_seq)).body;
    const late = await refusal(upsert("Three", {}, made.valid_from_seq));
    expect(late).toMatchObject({ code: "precondition_failed", detail: { current: second.valid_from_seq } });
    expect((await story.entity(made.id)).name).toBe("Two");
    expect((await upsert("Four", {}, "*")).body.name).toBe("Four");
  });

  test("given nothing with this external_id, then If-Match creates nothing", async () => {
    const before = await story.seq();
    for (const ifMatch of [before, "*"] as const) {
      const refused = await refusal(upsert("One", {}, ifMatch));
      expect(refused).toMatchObject({ code: "precondition_failed", detail: { current: null, sent: ifMatch } });
    }
    expect(await story.seq()).toBe(before);
  });

  test("given base_seq, then only what others changed since is in conflict", async () => {
    const { id } = (await upsert("Gate")).body;
    const base = await story.seq();
    await story.patch(id, { name: "Porta" });
    const refused = await refusal(upsert("The Gate", { base_seq: base }));
    expect(refused.detail?.conflicts).toMatchObject([{ field: "/name", mine: "The Gate", theirs: "Porta" }]);
    const { body } = await upsert("Porta", { properties: { guarded: true }, base_seq: base });
    expect(body).toMatchObject({ name: "Porta", properties: { guarded: true } });
  });

  test("given base_seq and an entity that was deleted since, then it does not come back unasked", async () => {
    const { id } = (await upsert("Gate")).body;
    const base = await story.seq();
    await story.remove(id);
    const refused = await refusal(upsert("The Gate", { base_seq: base }));
    expect(refused).toMatchObject({ code: "edit_conflict", detail: { conflicts: [{ id, theirs: null }] } });
    expect((await upsert("The Gate", { base_seq: await story.seq() })).body.id).not.toBe(id);
    const beyond = await refusal(upsert("x", { external_id: "new", base_seq: (await story.seq()) + 1 }));
    expect(beyond.items).toMatchObject([{ loc: ["body", "base_seq"], type: "less_than_equal" }]);
  });
});

describe("If-Match", () => {
  test("given another version by now, then 412 with the current one; given the right one, the write stands", async () => {
    const id = await story.place("gate");
    const first = (await story.entity(id)).valid_from_seq ?? 0;
    const { headers, body } = await story.patch(id, { name: "Two" }, { ifMatch: first });
    expect(headers.etag).toBe(`"${body.valid_from_seq}"`);
    const late = await refusal(story.patch(id, { name: "Three" }, { ifMatch: first }));
    expect(late).toMatchObject({ code: "precondition_failed", detail: { current: body.valid_from_seq, sent: first } });
    const removal = { params: { entity_id: id }, ifMatch: first };
    expect((await refusal(story.call(entities.delete, removal))).code).toBe("precondition_failed");
  });

  test("given an ancestor moved, then a place's ETag changes although its version does not", async () => {
    const top = await story.place("top", { parent_id: null });
    const below = await story.place("below", { parent_id: top });
    const get = () => story.call(entities.get, { params: { entity_id: below } });
    const before = await get();
    await story.patch(top, { external_id: "summit" });
    const after = await get();
    expect(after.body.valid_from_seq).toBe(before.body.valid_from_seq);
    expect(after.body.location_path).toBe("/summit/below");
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const ifMatch = after.body.valid_from_seq ?? 0;
    expect((await story.patch(below, { name: "Still mine" }, { ifMatch })).status).toBe(200);
  });
});
