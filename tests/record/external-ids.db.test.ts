import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { dialogues, facts, secrets, variables } = registry;
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
