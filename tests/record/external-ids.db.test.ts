import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { dialogues, entities, facts, relationships, secrets, variables } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

interface Kind {
  readonly operations: {
    readonly create: typeof facts.create;
    readonly upsert: typeof facts.upsert;
    readonly update: typeof facts.update;
    readonly delete: typeof facts.delete;
    readonly list: typeof facts.list;
  };
  /** Name of its path parameter, of its lists and in the detail of a refusal. */
  readonly param: string;
  readonly list: string;
  readonly holder: string;
  /** Body of the nth one, the field that a new one needs first, and a change of it. */
  readonly body: (n: number, place: string) => Record<string, unknown>;
  readonly needed: string;
  readonly change: Record<string, unknown>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  facts: {
    operations: facts,
    param: "fact_id",
    list: "facts",
    holder: "fact_id",
    body: (n, place) => ({ text: `The tide turned ${n} times.`, subject_id: place, known_by: [place] }),
    needed: "text",
    change: { confidence: 0.5 },
  },
  secrets: {
    operations: secrets as never,
    param: "secret_id",
    list: "secrets",
    holder: "secret_id",
    body: (n, place) => ({ subject_id: place, pointer: `/properties/p${n}`, known_by: [place] }),
    needed: "subject_id",
    change: { note: "Until the flood." },
  },
  variables: {
    operations: variables as never,
    param: "variable_id",
    list: "variables",
    holder: "variable_id",
    body: (n) => ({ name: `courage ${n}`, type: "integer" }),
    needed: "name",
    change: { default: 3 },
  },
  dialogues: {
    operations: dialogues as never,
    param: "graph_id",
    list: "dialogues",
    holder: "dialogue_id",
    body: (n) => ({ name: `At the gate ${n}` }),
    needed: "name",
    change: { description: "By night." },
  },
};

describe.each(Object.entries(KINDS))("%s by their external ids", (_name, kind) => {
  const { operations: of, param, body, change } = kind;

  async function begin() {
    const story = await Story.begin(bench);
    const place = await story.place("quay");
    const upsert = (sent: object, ifMatch?: number) =>
      story.call(of.upsert, { body: sent as never, ...(ifMatch !== undefined && { ifMatch }) });
    const list = async (query: object) => {
      const answer = (await story.ask(of.list, { query: query as never })) as unknown as Record<
        string,
        { id: string }[]
      >;
      return answer[kind.list]?.map(({ id }) => id);
    };
    return { story, place, upsert, list };
  }

  test("what is loaded twice is there once, without an event; absent fields stay, and a list finds it at every moment", async () => {
    const { story, place, upsert, list } = await begin();
    const sent = { external_id: "the/one", ...body(1, place) };
    const first = await upsert(sent);
    const before = await story.seq();
    const again = await upsert(sent);
    expect([first.status, again.status, again.body.id, await story.seq()]).toEqual([201, 200, first.body.id, before]);
    const changed = await upsert({ external_id: "the/one", ...change });
    expect(changed.body).toMatchObject({ id: first.body.id, external_id: "the/one", ...change });
    expect(await list({ external_id: "the/one" })).toEqual([first.body.id]);
    expect(await list({ external_id: "another" })).toEqual([]);
    expect(await list({ external_id: "the/one", at_seq: before })).toEqual([first.body.id]);
    expect(await list({ external_id: "the/one", at_seq: before - 1 })).toEqual([]);
    const nothing = await refusal(upsert({ external_id: "nothing" }));
    expect(nothing.items).toContainEqual(expect.objectContaining({ loc: ["body", kind.needed], type: "missing" }));
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given one is taken, then a creation, a change and a return are refused with who has it", async () => {
    const { story, place, upsert } = await begin();
    const { id } = (await upsert({ external_id: "one", ...body(1, place) })).body;
    const create = { external_id: "one", ...body(2, place) } as never;
    const taken = await refusal(story.call(of.create, { body: create }));
    expect(taken).toMatchObject({ code: "external_id_taken", detail: { external_id: "one", [kind.holder]: id } });
    const other = await story.ask(of.create, { body: body(2, place) as never });
    expect(other.external_id).toBeNull();
    const params = { [param]: other.id } as never;
    const renamed = refusal(story.call(of.update, { params, body: { external_id: "one" } }));
    expect((await renamed).code).toBe("external_id_taken");
    await story.call(of.delete, { params: { [param]: id } as never });
    await story.call(of.update, { params, body: { external_id: "one" } });
    expect((await refusal(story.restore(id))).code).toBe("external_id_taken");
    await story.call(of.update, { params, body: { external_id: null } });
    await story.restore(id);
    expect((await upsert({ external_id: "one" })).body.id).toBe(id);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given If-Match or base_seq, then an upsert refuses what changed meanwhile and what is gone", async () => {
    const { story, place, upsert } = await begin();
    const sent = { external_id: "one", ...body(1, place) };
    const base = (await upsert(sent)).body.valid_from_seq ?? 0;
    await upsert({ external_id: "one", ...change });
    expect((await refusal(upsert({ external_id: "one" }, base))).code).toBe("precondition_failed");
    const [field = "", value] = Object.entries(change)[0] ?? [];
    const other = typeof value === "number" ? 0 : "By day.";
    const late = { external_id: "one", [field]: other, base_seq: base };
    expect((await refusal(upsert(late))).code).toBe("edit_conflict");
    const { id } = (await upsert({ external_id: "one" })).body;
    await story.call(of.delete, { params: { [param]: id } as never });
    expect((await refusal(upsert({ ...sent, base_seq: base }))).code).toBe("edit_conflict");
    expect((await upsert(sent)).status).toBe(201);
  });
});

test("batches of facts and secrets upsert beside their other parts, and again change nothing", async () => {
  const story = await Story.begin(bench);
  const [ana, bor] = [await story.place("ana"), await story.place("bor")];
  const load = async () => {
    const told = await story.call(facts.batch, {
      body: {
        facts: [
          { op: "upsert", external_id: "f1", text: "Bor forged the seal.", subject_id: bor, known_by: [ana] },
          { op: "upsert", external_id: "f2", text: "The gate is shut.", predicate: "is_shut" },
        ],
      },
    });
    const kept = await story.call(secrets.batch, {
      body: {
        secrets: [
          { op: "upsert", external_id: "s1", subject_id: bor, pointer: "/properties/true_name", known_by: [ana] },
        ],
      },
    });
    return [told.status, kept.status, ...[...told.body.results, ...kept.body.results].map(({ outcome }) => outcome)];
  };
  expect(await load()).toEqual([201, 201, "created", "created", "created"]);
  const before = await story.seq();
  expect(await load()).toEqual([200, 200, "unchanged", "unchanged", "unchanged"]);
  expect(await story.seq()).toBe(before);
  const moved = story.call(secrets.upsert, { body: { external_id: "s1", subject_id: ana } });
  expect((await refusal(moved)).items).toMatchObject([{ loc: ["body", "subject_id"] }]);
  const twice = await story.call(facts.batch, {
    body: {
      facts: [
        { external_id: "f3", text: "One." },
        { op: "upsert", external_id: "f3", text: "Two." },
        { external_id: "f3", text: "Three." },
      ],
      mode: "independent",
    },
  });
  expect(twice.body.results.map(({ outcome }) => outcome)).toEqual(["created", "updated", "refused"]);
  expect(twice.body.errors).toMatchObject([{ index: 2, code: "external_id_taken" }]);
});

describe("entities named by their external ids in bodies", () => {
  const ana = { external_id: "ana" };
  const bor = { external_id: "bor" };

  async function begin() {
    const story = await Story.begin(bench);
    const ids = { ana: await story.place("ana"), bor: await story.place("bor") };
    const fact = (body: object) => story.ask(facts.create, { body: { text: "Bor forged the seal.", ...body } });
    return { story, ids, fact };
  }

  test("facts, tellings, memories, secrets, relationships and cards take them where they take ids", async () => {
    const { story, ids, fact } = await begin();
    const shown = await fact({
      external_id: "forged",
      subject_id: bor,
      object_id: ana,
      also_about: [ana, ids.bor],
      known_by: [ana],
      source: { kind: "client", witness_id: bor },
    });
    expect(shown).toMatchObject({
      ...{ subject_id: ids.bor, object_id: ids.ana, also_about: [ids.ana, ids.bor], known_by: [ids.ana] },
      source: { witness_id: ids.bor },
    });
    const told = await story.ask(facts.tell, {
      params: { fact_id: shown.id },
      body: { to: [bor], how: "told", from: ana },
    });
    expect(told.told).toEqual({ [ids.bor]: { how: "told", from: ids.ana } });
    const memory = await story.ask(facts.addMemory, {
      body: { text: "Low tide.", subject_ids: [ana], known_by: [bor] },
    });
    expect(memory).toMatchObject({ subject_id: ids.ana, known_by: [ids.bor] });
    const hidden = await story.ask(secrets.create, {
      body: { subject_id: { type: "fact", external_id: "forged" }, known_by: [ana] },
    });
    expect(hidden).toMatchObject({ subject_id: shown.id, subject_type: "fact", known_by: [ids.ana] });
    const edge = await story.ask(relationships.create, { body: { type: "owes", source_id: ana, target_id: ids.bor } });
    expect(edge).toMatchObject({ source_id: ids.ana, target_id: ids.bor });
    const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "At the gate" } });
    const card = await story.ask(dialogues.createNode, {
      params: { graph_id },
      body: { text: "Halt.", speaker_id: ana },
    });
    expect(card.speaker_id).toBe(ids.ana);
    const operations = [{ op: "node.update", id: card.id, patch: { speaker_id: bor } }];
    const batch = {
      batch_id: crypto.randomUUID(),
      client_id: "tab-9f3c61d0",
      gestures: [{ label: "Change", operations }],
    };
    await story.ask(dialogues.batch, { params: { graph_id }, body: batch });
    const changed = await story.ask(dialogues.getNode, { params: { node_id: card.id } });
    expect(changed.speaker_id).toBe(ids.bor);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("nobody of that name is a 422 that names the field, or one part of an independent batch", async () => {
    const { story, ids } = await begin();
    const nobody = { external_id: "nobody" };
    const before = await story.seq();
    const create = story.call(facts.create, { body: { text: "A.", subject_id: nobody, known_by: [ana, nobody] } });
    expect((await refusal(create)).items.map(({ loc }) => loc)).toEqual([
      ["body", "subject_id", "external_id"],
      ["body", "known_by", 1, "external_id"],
    ]);
    const malformed = story.call(facts.create, { body: { text: "A.", subject_id: { external_id: "" } } });
    expect((await refusal(malformed)).items.map(({ loc }) => loc.slice(0, 3))).toEqual([
      ["body", "subject_id", "external_id"],
    ]);
    const wrong = story.call(facts.create, { body: { text: "A.", subject_id: "ana" } });
    expect((await refusal(wrong)).items.map(({ loc }) => loc)).toEqual([["body", "subject_id"]]);
    const parts = [
      { text: "A.", known_by: [ana] },
      { text: "B.", known_by: [nobody] },
    ];
    const all = story.call(facts.batch, { body: { facts: parts } });
    expect((await refusal(all)).items.map(({ loc }) => loc)).toEqual([
      ["body", "facts", 1, "known_by", 0, "external_id"],
    ]);
    expect(await story.seq()).toBe(before);
    const done = await story.ask(facts.batch, { body: { facts: parts, mode: "independent" } });
    expect(done.results.map(({ outcome }) => outcome)).toEqual(["created", "refused"]);
    expect(done.errors).toMatchObject([
      { index: 1, status: 422, detail: [{ loc: ["body", "facts", 1, "known_by", 0, "external_id"] }] },
    ]);
    expect(done.facts.map(({ known_by }) => known_by)).toEqual([[ids.ana]]);
    await story.call(entities.update, { params: { entity_id: ids.ana }, body: { external_id: "anna" } });
    expect((await refusal(story.call(facts.create, { body: { text: "A.", subject_id: ana } }))).items).toHaveLength(1);
  });
});
