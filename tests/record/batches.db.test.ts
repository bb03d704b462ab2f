import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EntityItem } from "#server/features/entities/batch-items.ts";
import { batchOrder } from "#server/features/entities/batch-order.ts";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { section } from "#tests/contract/interface.ts";
import { seedOf } from "./random-steps.ts";
import { refusal } from "./refusal.ts";
import { statementsOf } from "./statements-of.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, record } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  story = await Story.begin(bench);
});

const place = (external_id: string, rest: object = {}) => ({
  external_id,
  type: "location",
  name: external_id,
  ...rest,
});
const batch = (places: object[], mode?: "all_or_nothing" | "independent") =>
  story.call(entities.batch, { body: { entities: places, ...(mode !== undefined && { mode }) } });

describe(`${section("Batches")}: entities`, () => {
  test("given children before parents, then the answer keeps the order sent and the record makes parents first", async () => {
    const sent = [
      place("room", { parent_external_id: "house" }),
      place("house", { parent_external_id: "street" }),
      place("street", { parent_id: null }),
    ];
    const { body } = await batch(sent);
    expect(body.entities.map(({ external_id, location_path }) => [external_id, location_path])).toEqual([
      ["room", "/street/house/room"],
      ["house", "/street/house"],
      ["street", "/street"],
    ]);
    const { events } = await story.ask(record.events, { query: { after_seq: 1 } });
    expect(events.map(({ seq, commit_seq }) => [seq, commit_seq])).toEqual([
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    expect((await story.paths(2)).street).toBe("/street");
  });

  test("all_or_nothing, given one part is refused, then nothing is written", async () => {
    await story.place("taken");
    const before = await story.seq();
    const refused = await refusal(batch([place("one"), place("taken"), place("two")]));
    expect(refused).toMatchObject({ code: "external_id_taken", detail: { external_id: "taken" } });
    expect(await story.seq()).toBe(before);
    const lost = await refusal(batch([place("one"), place("two", { parent_id: newId("ent") })]));
    expect(lost.items).toMatchObject([{ loc: ["body", "entities", 1, "parent_id"] }]);
    expect(await story.seq()).toBe(before);
  });

  test("independent, given some parts are refused, then the others are written and each refusal has its index", async () => {
    const used = await story.place("taken");
    const { body } = await batch(
      [
        place("one", { parent_id: null }),
        place("taken"),
        place("under-nobody", { parent_external_id: "nobody" }),
        place("under-refused", { parent_external_id: "under-nobody" }),
        place("under-one", { parent_external_id: "one" }),
        place("reused", { id: used }),
        place("one"),
      ],
      "independent",
    );
    expect(body.entities.map(({ external_id }) => external_id)).toEqual(["one", "under-one"]);
    expect(body.errors.map(({ index, status, code }) => [index, status, code])).toEqual([
      [1, 409, "external_id_taken"],
      [2, 422, null],
      [3, 422, null],
      [5, 409, "id_taken"],
      [6, 409, "external_id_taken"],
    ]);
    expect(Object.keys(await story.paths()).sort()).toEqual(["one", "taken", "under-one"]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given the same id twice, then it is refused instead of one entity swallowing the other", async () => {
    const id = newId("ent");
    const twice = [place("one", { id }), place("two", { id })];
    expect((await refusal(batch(twice))).code).toBe("id_taken");
    const { body } = await batch(twice, "independent");
    expect(body.entities.map(({ external_id }) => external_id)).toEqual(["one"]);
    expect(body.errors).toMatchObject([{ index: 1, code: "id_taken" }]);
  });

  test("given a circle, then it is refused by index", async () => {
    const circle = [place("a", { parent_external_id: "b" }), place("b", { parent_external_id: "a" })];
    const refused = await refusal(batch(circle));
    expect(refused.items[0]?.loc.slice(0, 2)).toEqual(["body", "entities"]);
  });

  test("independent, given a circle, then only its members are refused", async () => {
    const parts = [
      place("x"),
      place("a", { parent_external_id: "b" }),
      place("b", { parent_external_id: "a" }),
      place("under", { parent_external_id: "a" }),
      place("own", { parent_external_id: "own" }),
      place("y", { parent_external_id: "x" }),
    ];
    const { body } = await batch(parts, "independent");
    expect(body.entities.map(({ external_id }) => external_id)).toEqual(["x", "y"]);
    expect(body.errors.map(({ index, status }) => [index, status])).toEqual([1, 2, 3, 4].map((index) => [index, 422]));
    expect(body.results.map(({ outcome }) => outcome)).toEqual([
      "created",
      ...Array.from({ length: 4 }, () => "refused"),
      "created",
    ]);
  });

  test("given a thousand, then they are one commit", async () => {
    const places = Array.from({ length: 1_000 }, (_, i) =>
      i === 0 ? place("0", { parent_id: null }) : place(`${i}`, { parent_external_id: `${Math.floor((i - 1) / 4)}` }),
    );
    const { body, headers } = await batch(places.toReversed());
    expect(body.entities).toHaveLength(1_000);
    expect(headers["x-project-seq"]).toBe("1001");
    expect(body.entities[0]?.location_path).toBe("/0/3/15/62/249/999");
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });
});

describe("parts of every kind", () => {
  test("given creations, upserts, updates and deletions, then each does what its own operation does, in one commit", async () => {
    const town = await story.place("town", { parent_id: null });
    const gate = await story.place("gate", { parent_id: town });
    const old = await story.place("old", { parent_id: town });
    const shed = await story.place("shed", { parent_id: old });
    const knows = await story.relationship(gate, shed);
    await story.patch(gate, { properties: { visits: 3, open: true } });
    const before = await story.seq();
    const { status, body } = await batch([
      { op: "update", id: gate, patch: { properties: { open: null }, increment: { "/visits": 2 } } },
      place("stall", { parent_external_id: "market" }),
      { op: "upsert", external_id: "town", name: "The Town" },
      { op: "delete", external_id: "old", children: "cascade" },
      { op: "upsert", ...place("market", { parent_external_id: "town" }) },
      { op: "upsert", external_id: "gate", name: "gate" },
      { op: "update", external_id: "market", patch: { increment: { "/stalls": 1 } } },
    ]);
    expect(status).toBe(201);
    expect(body.results.map(({ op, outcome }) => `${op} ${outcome}`)).toEqual([
      "update updated",
      "create created",
      "upsert updated",
      "delete deleted",
      "upsert created",
      "upsert unchanged",
      "update updated",
    ]);
    expect(body.deleted).toEqual({ entities: [old, shed], detached: [], relationships: [knows] });
    expect(body.entities.map(({ external_id, properties }) => [external_id, properties])).toEqual([
      ["gate", { visits: 5 }],
      ["stall", {}],
      ["town", {}],
      ["market", { stalls: 1 }],
    ]);
    for (const { id, seq } of body.results.filter(({ seq }) => seq !== null)) {
      expect((await story.entity(id ?? "")).valid_from_seq).toBe(seq);
    }
    expect(await story.paths()).toEqual({
      town: "/town",
      gate: "/town/gate",
      market: "/town/market",
      stall: "/town/market/stall",
    });
    expect(await story.kindsAfter(before)).toEqual([
      "entity.updated",
      "entity.created",
      "entity.created",
      "entity.updated",
      "relationship.deleted",
      "entity.deleted",
      "entity.deleted",
    ]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given only updates, then the answer is 200; given nothing changes, then nothing is written", async () => {
    await story.place("quay");
    const before = await story.seq();
    const { status, body } = await batch([{ op: "update", external_id: "quay", patch: { name: "quay" } }]);
    expect([status, body.results]).toMatchObject([200, [{ outcome: "unchanged", seq: before }]]);
    expect(await story.seq()).toBe(before);
  });

  test("given if_match or base_seq of its own, then a part is refused for what changed meanwhile, and others are not", async () => {
    const quay = await story.place("quay", { properties: { depth: 2 } });
    const inn = await story.place("inn");
    const base = await story.seq();
    await story.patch(quay, { properties: { depth: 3 } });
    const now = await story.seq();
    const parts = [
      { op: "update", id: quay, patch: { name: "Quay" }, if_match: base - 1 },
      { op: "update", id: quay, patch: { properties: { depth: 4 } }, base_seq: base },
      { op: "upsert", external_id: "quay", properties: { depth: 5 }, base_seq: base },
      { op: "delete", id: quay, if_match: base },
      { op: "update", id: quay, patch: { name: "The Quay" }, base_seq: base },
      { op: "upsert", external_id: "inn", name: "The Inn", if_match: base },
      { op: "upsert", ...place("nowhere"), if_match: base },
      { op: "update", id: inn, patch: { name: "An Inn" }, base_seq: now + 1 },
    ];
    const { body } = await batch(parts, "independent");
    expect(body.errors.map(({ index, code, status }) => [index, code ?? status])).toEqual([
      [0, "precondition_failed"],
      [1, "edit_conflict"],
      [2, "edit_conflict"],
      [3, "precondition_failed"],
      [6, "precondition_failed"],
      [7, 422],
    ]);
    expect(body.entities.map(({ name }) => name)).toEqual(["The Quay", "The Inn"]);
    const whole = await refusal(batch(parts.slice(4, 7)));
    expect(whole).toMatchObject({ code: "precondition_failed", detail: { index: 1 } });
  });

  test("given a part names nothing, two things or something twice, then it is refused by its place", async () => {
    const quay = await story.place("quay");
    const unnamed = await refusal(batch([place("a"), { op: "update", patch: { name: "b" } }]));
    expect(unnamed.items).toMatchObject([{ loc: ["body", "entities", 1, "update"] }]);
    const both = await refusal(batch([{ op: "delete", id: quay, external_id: "quay" }]));
    expect(both.items[0]?.loc.slice(0, 3)).toEqual(["body", "entities", 0]);
    expect((await refusal(batch([{ op: "update", external_id: "none", patch: {} }]))).code).toBe("not_found");
    const wrong = await refusal(batch([{ op: "replace", external_id: "quay" }]));
    expect(wrong.items).toMatchObject([{ loc: ["body", "entities", 0], type: "union_tag_invalid" }]);
    const deep = await refusal(batch([{ op: "update", id: quay, patch: { increment: { "/name": 1, gold: 1 } } }]));
    expect(deep.items.map(({ loc }) => loc.slice(-2))).toEqual([["increment", "gold"]]);
  });

  test("given a part moves or renames what an earlier one moved, renamed or made, then it is told to say it there", async () => {
    await story.place("a");
    const again = [
      place("new"),
      { op: "update", external_id: "new", patch: { parent_external_id: "a" } },
      { op: "update", external_id: "a", patch: { name: "A" } },
      place("b"),
      { op: "update", external_id: "a", patch: { parent_external_id: "b" } },
      { op: "update", external_id: "a", patch: { external_id: "c" } },
      { op: "update", external_id: "new", patch: { name: "New", increment: { "/n": 1 } } },
    ];
    const { body } = await batch(again, "independent");
    expect(body.errors.map(({ index }) => index)).toEqual([1, 5]);
    expect(await story.paths()).toEqual({ new: null, a: "/b/a", b: "/b" });
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given a place goes deeper in a later part, then what an earlier part hung below it counts", async () => {
    const chain = (name: string, length: number) =>
      Array.from({ length }, (_, i) =>
        place(`${name}${i}`, { parent_external_id: i === 0 ? null : `${name}${i - 1}` }),
      );
    await batch([...chain("deep", 40), ...chain("other", 40), place("hook", { parent_id: null })]);
    const { body } = await batch(
      [
        { op: "update", external_id: "deep0", patch: { parent_external_id: "hook" } },
        { op: "update", external_id: "hook", patch: { parent_external_id: "other39" } },
        { op: "update", external_id: "hook", patch: { parent_external_id: "other20" } },
      ],
      "independent",
    );
    expect(body.errors.map(({ index, status }) => [index, status])).toEqual([[1, 422]]);
    expect((await story.paths()).deep39?.split("/")).toHaveLength(63);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test.each(["all_or_nothing", "independent"] as const)("%s: parts cost no statements of their own", async (mode) => {
    let base = 0;
    const parts = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => from + i).flatMap((i) => [
        place(`new-${i}`, { parent_external_id: "town" }),
        { op: "upsert", external_id: `up-${i}`, name: "renamed", parent_external_id: "other" },
        { op: "update", external_id: `edit-${i}`, patch: { name: "renamed" }, base_seq: base },
        { op: "delete", external_id: `gone-${i}`, children: "cascade" },
      ]);
    await batch([
      place("town", { parent_id: null }),
      place("other", { parent_id: null }),
      ...Array.from({ length: 60 }, (_, i) => i).flatMap((i) => [
        place(`up-${i}`),
        place(`edit-${i}`),
        place(`gone-${i}`, { parent_external_id: "town" }),
        place(`child-${i}`, { parent_external_id: `gone-${i}` }),
      ]),
    ]);
    base = await story.seq();
    await story.place("meanwhile");
    const few = await statementsOf(bench, () => batch(parts(0, 5), mode));
    const many = await statementsOf(bench, () => batch(parts(5, 50), mode));
    expect(many).toBe(few);
  });
});

const EXTERNAL_IDS = ["a", "b", "c", "d", "e"];
const name = fc.constantFrom(...EXTERNAL_IDS);
const whereto = fc.oneof(
  fc.constant({}),
  fc.constant({ parent_id: null }),
  name.map((parent_external_id) => ({ parent_external_id })),
);
const part = fc.oneof(
  fc.tuple(name, whereto).map(([external_id, parent]) => place(external_id, parent)),
  fc.tuple(name, whereto, fc.boolean()).map(([external_id, parent, whole]) => ({
    op: "upsert",
    external_id,
    ...(whole && { type: "location", name: `upserted ${external_id}`, properties: { up: 1 } }),
    ...parent,
  })),
  fc
    .tuple(name, whereto, fc.option(name, { nil: undefined }), fc.integer({ min: -3, max: 3 }))
    .map(([external_id, parent, renamed, gold]) => ({
      op: "update",
      external_id,
      patch: {
        ...parent,
        ...(renamed !== undefined && { external_id: renamed }),
        properties: { gold: gold === 3 ? "a lot" : gold },
        increment: { "/gold": gold },
      },
    })),
  fc
    .tuple(name, fc.constantFrom(undefined, "cascade", "detach"))
    .map(([external_id, children]) => ({ op: "delete", external_id, ...(children !== undefined && { children }) })),
);
type Part = ReturnType<typeof place> & { op?: string; patch?: object; children?: string };

/** One part as a request of its own; answers the status it is refused with, or null. */
async function alone(own: Story, { op, patch, children, ...rest }: Part): Promise<number | null> {
  const page = await own.ask(entities.list, { query: { external_id: rest.external_id } });
  const params = { entity_id: page.entities[0]?.id ?? newId("ent") };
  const calls = {
    create: () => own.call(entities.create, { body: rest }),
    upsert: () => own.call(entities.upsert, { body: rest }),
    update: () => own.call(entities.update, { params, body: patch }),
    delete: () => own.call(entities.delete, { params, query: children === undefined ? {} : { children } }),
  };
  try {
    await calls[(op ?? "create") as keyof typeof calls]();
    return null;
  } catch (error) {
    if (error instanceof ValidationProblem) return 422;
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

/** Reads the contents of a project, without ids, sequences and times. */
async function contentOf(own: Story) {
  const { entities: all } = await own.ask(entities.list, { query: { limit: 500, sort_by: "external_id" } });
  return all.map(({ external_id, type, name: shown, properties, location_path }) => ({
    external_id,
    type,
    name: shown,
    properties,
    // What is made and deleted by one batch never was, so it gave its parent no path either.
    location_path: location_path ?? `/${external_id}`,
  }));
}

test("an independent batch is what its parts are one by one, in the order it says", async () => {
  const property = fc.asyncProperty(
    fc.array(part, { maxLength: 6 }),
    fc.array(part, { minLength: 1, maxLength: 10 }),
    async (earlier, sent) => {
      const together = await Story.begin(bench);
      const apart = await Story.begin(bench);
      for (const each of earlier as Part[]) {
        await alone(together, each);
        await alone(apart, each);
      }
      const parts = sent as Part[];
      const known = await contentOf(together);
      const { order, circular } = batchOrder(parts as EntityItem[], {
        hasId: () => false,
        hasExternalId: (externalId) => known.some(({ external_id }) => external_id === externalId),
      });
      const { body } = await together.call(entities.batch, { body: { entities: parts, mode: "independent" } });
      const refused = new Map(body.errors.map((each) => [each.index, each]));
      for (const index of order) {
        const each = parts[index];
        const told = refused.get(index);
        const isOnlyOfBatches = circular.has(index) || JSON.stringify(told ?? null).includes("an earlier part");
        if (each === undefined || isOnlyOfBatches) continue;
        expect([index, await alone(apart, each)]).toEqual([index, told?.status ?? null]);
      }
      expect(await contentOf(together)).toEqual(await contentOf(apart));
      expect((await bench.replay(together.projectId)).differences).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: rounds({ gate: 6, full: 60 }), seed: seedOf("batches and their parts") });
});
