import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, relationships } = registry;
let bench: Workbench;
let story: Story;
let ana: string;
let bor: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  story = await Story.begin(bench);
  ana = await story.place("ana");
  bor = await story.place("bor");
});

const batch = (parts: object[], mode?: "all_or_nothing" | "independent") =>
  story.call(relationships.batch, { body: { relationships: parts, ...(mode !== undefined && { mode }) } });
const upsert = (body: object, ifMatch?: number) =>
  story.call(relationships.upsert, { body, ...(ifMatch !== undefined && { ifMatch }) });

describe("relationships with an external id", () => {
  test("the same edge upserted twice is one, and what is sent is what it is from then on", async () => {
    const edge = { external_id: "debt/1", type: "owes", source_external_id: "ana", target_id: bor };
    const first = await upsert({ ...edge, properties: { crowns: 40 } });
    const again = await upsert(edge);
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect(again.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    const turned = await upsert({ external_id: "debt/1", source_id: bor, target_external_id: "ana" });
    expect(turned.body).toMatchObject({ source_id: bor, target_id: ana, type: "owes", properties: { crowns: 40 } });
    const params = { external_id: "debt/1" };
    expect(await story.ask(relationships.getByExternalId, { params })).toEqual(turned.body);
    const query = { at_seq: first.body.valid_from_seq };
    expect((await story.ask(relationships.getByExternalId, { params, query })).source_id).toBe(ana);
    const list = await story.ask(relationships.list, { query: { external_id: "debt/1" } });
    expect(list.relationships.map(({ id }) => id)).toEqual([first.body.id]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given it is taken, then it is a 409 that names who has it; given none, then any number may have none", async () => {
    const edge = { type: "owes", source_id: ana, target_id: bor };
    const { id } = await story.ask(relationships.create, { body: { ...edge, external_id: "debt" } });
    const taken = await refusal(story.call(relationships.create, { body: { ...edge, external_id: "debt" } }));
    expect(taken).toMatchObject({ code: "external_id_taken", detail: { relationship_id: id } });
    const plain = await story.ask(relationships.create, { body: edge });
    expect(plain.external_id).toBeNull();
    const params = { relationship_id: plain.id };
    const renamed = refusal(story.call(relationships.update, { params, body: { external_id: "debt" } }));
    expect((await renamed).code).toBe("external_id_taken");
    await story.call(relationships.delete, { params: { relationship_id: id } });
    await story.call(relationships.update, { params, body: { external_id: "debt" } });
    expect((await refusal(story.restore(id))).code).toBe("external_id_taken");
  });

  test("given ends that are missing, named twice or nowhere, then each is named", async () => {
    const nothing = await refusal(upsert({ external_id: "debt" }));
    expect(nothing.items.map(({ loc, type }) => [loc[1], type])).toEqual(
      ["source_id", "target_id", "type"].map((field) => [field, "missing"]),
    );
    const both = { external_id: "debt", type: "owes", source_id: ana, source_external_id: "ana", target_id: bor };
    expect((await refusal(upsert(both))).items).toMatchObject([{ loc: ["body", "source_external_id"] }]);
    const nowhere = { external_id: "debt", type: "owes", source_id: ana, target_external_id: "nobody" };
    expect((await refusal(upsert(nowhere))).items).toMatchObject([{ loc: ["body", "target_external_id"] }]);
  });

  test("given If-Match or base_seq, then an upsert refuses what changed meanwhile and what is gone", async () => {
    const edge = { external_id: "debt", type: "owes", source_id: ana, target_id: bor, properties: { crowns: 40 } };
    const { body } = await upsert(edge);
    const base = body.valid_from_seq ?? 0;
    await upsert({ external_id: "debt", properties: { crowns: 30 } });
    const paid = { external_id: "debt", properties: { crowns: 20 } };
    expect((await refusal(upsert(paid, base))).code).toBe("precondition_failed");
    expect((await refusal(upsert({ ...paid, base_seq: base }))).code).toBe("edit_conflict");
    await story.call(relationships.delete, { params: { relationship_id: body.id } });
    expect((await refusal(upsert({ ...edge, base_seq: base }))).code).toBe("edit_conflict");
    expect((await upsert(edge)).status).toBe(201);
  });
});

describe("a batch of relationships", () => {
  test("given parts of every kind, then each does what its own operation does, in one commit", async () => {
    const old = await story.relationship(ana, bor);
    const kept = await story.relationship(bor, ana);
    const before = await story.seq();
    const { status, body } = await batch([
      { type: "owes", source_external_id: "ana", target_external_id: "bor", external_id: "debt" },
      { op: "update", external_id: "debt", patch: { properties: { due: "spring" }, increment: { "/crowns": 40 } } },
      { op: "delete", id: old },
      { op: "update", id: kept, patch: { type: "fears" }, base_seq: before },
      { op: "upsert", external_id: "debt", type: "owes" },
    ]);
    expect(status).toBe(201);
    expect(body.results.map(({ op, outcome }) => `${op} ${outcome}`)).toEqual([
      "create created",
      "update updated",
      "delete deleted",
      "update updated",
      "upsert unchanged",
    ]);
    expect(body.relationships).toMatchObject([
      { external_id: "debt", source_id: ana, properties: { crowns: 40, due: "spring" } },
      { id: kept, type: "fears", external_id: null },
    ]);
    expect(await story.kindsAfter(before)).toEqual([
      "relationship.created",
      "relationship.deleted",
      "relationship.updated",
    ]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("independent: refused parts leave no trace and are told by index; all_or_nothing: one refuses all", async () => {
    const parts = [
      { type: "owes", source_id: ana, target_id: bor, external_id: "debt" },
      { type: "owes", source_id: bor, target_id: ana, external_id: "debt" },
      { op: "update", external_id: "debt", patch: { increment: { "/crowns": 1 } }, if_match: 1 },
      { op: "upsert", external_id: "other", type: "owes", source_id: ana },
      { op: "delete", external_id: "none" },
      { op: "update", external_id: "debt", patch: { properties: { crowns: "many" }, increment: { "/crowns": 1 } } },
    ];
    const { body } = await batch(parts, "independent");
    expect(body.errors.map(({ index, code, status }) => [index, code ?? status])).toEqual([
      [1, "external_id_taken"],
      [2, "precondition_failed"],
      [3, 422],
      [4, "not_found"],
      [5, 422],
    ]);
    expect(body.relationships).toMatchObject([{ external_id: "debt", properties: {} }]);
    const before = await story.seq();
    expect(
      await refusal(batch([{ op: "upsert", external_id: "debt", type: "gave" }, ...parts.slice(4)])),
    ).toMatchObject({
      code: "not_found",
      detail: { index: 1 },
    });
    expect(await story.seq()).toBe(before);
  });
});

test("ten writers increment at once, and every increment counts", async () => {
  const { body } = await upsert({ external_id: "debt", type: "owes", source_id: ana, target_id: bor });
  const params = { relationship_id: body.id };
  const one = { increment: { "/crowns": 1, "/paid/late": 0.5 } };
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      await story.patch(ana, { increment: { "/gold": i + 1 } });
      await story.call(entities.batch, {
        body: { entities: [{ op: "update", external_id: "ana", patch: { increment: { "/gold": 100 } } }] },
      });
      await story.call(relationships.update, { params, body: one });
    }),
  );
  expect((await story.entity(ana)).properties).toEqual({ gold: 55 + 1_000 });
  const debt = await story.ask(relationships.get, { params });
  expect(debt.properties).toEqual({ crowns: 10, paid: { late: 5 } });
  const refused = await refusal(story.patch(ana, { properties: { gold: "none" }, increment: { "/gold": 1 } }));
  expect(refused.items).toMatchObject([{ loc: ["body", "increment", "/gold"] }]);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});
