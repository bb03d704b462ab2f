import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { importWorldJob } from "#server/features/world/import-job.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { refusal } from "#tests/record/refusal.ts";
import { Story } from "#tests/record/story.ts";
import { type BodyOf, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { entities, facts, relationships, secrets, variables, world } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

type WorldFile = { readonly [Section in keyof typeof LISTS]: JsonObject[] };
type Import = BodyOf<typeof entities.getImport>;

const LISTS = {
  entities: entities.list,
  relationships: relationships.list,
  facts: facts.list,
  secrets: secrets.list,
  variables: variables.list,
};
const idle = new AbortController().signal;

/** Starts an import of a world file. */
async function begun(story: Story, content: object, dry_run = false): Promise<string> {
  return (await story.ask(world.import, { body: { content, dry_run } as never })).id;
}

async function finished(story: Story, import_id: string): Promise<Import> {
  const state = { project_id: story.projectId, import_id };
  expect(await importWorldJob.step(bench.services, state, idle)).toBe("done");
  return story.ask(entities.getImport, { params: { import_id } });
}

const imported = async (story: Story, content: object, dry_run = false): Promise<Import> =>
  finished(story, await begun(story, content, dry_run));

const rowsOf = async (story: Story, { id: import_id }: Pick<Import, "id">) =>
  (await story.ask(entities.listImportRows, { params: { import_id }, query: { limit: 500 } })).rows;

/** Content of a project as far as a world file can hold it, by external ids, with external ids in place of ids. */
async function contentOf(story: Story): Promise<unknown> {
  const all: Record<string, JsonObject[]> = {};
  const names = new Map<string, string>();
  for (const [name, operation] of Object.entries(LISTS)) {
    const page = (await story.ask(operation as typeof facts.list, { query: { limit: 500 } })) as unknown as JsonObject;
    all[name] = page[name] as JsonObject[];
    for (const each of all[name]) names.set(String(each.id), String(each.external_id));
  }
  const plain = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(plain).sort();
    if (typeof value !== "object" || value === null) return value;
    const {
      project_id: _,
      valid_from_seq: _from,
      valid_to_seq: _to,
      created_at: _at,
      updated_at: _up,
      ...kept
    } = value as JsonObject;
    return Object.fromEntries(Object.entries(kept).map(([field, each]) => [field, plain(each)]));
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, list]) => [
      name,
      list.map((each) => plain(each) as JsonObject).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    ]),
  );
}

const ref = (external_id: string) => ({ external_id });

const FILE: WorldFile = {
  facts: [
    { external_id: "f1", text: "Bor forged the seal.", subject_id: ref("bor"), known_by: [ref("ana"), ref("quay")] },
    { external_id: "f2", text: "The gate is shut.", source: { kind: "client", witness_id: ref("ana") } },
  ],
  secrets: [
    { external_id: "s1", subject_id: ref("bor"), pointer: "/properties/true_name", known_by: [ref("ana")] },
    { external_id: "s2", subject_id: { type: "fact", external_id: "f2" }, known_by: [ref("bor")] },
    { external_id: "s3", subject_id: { type: "relationship", external_id: "r1" } },
  ],
  relationships: [{ external_id: "r1", type: "owes", source_id: ref("ana"), target_external_id: "bor" }],
  entities: [
    { external_id: "quay", type: "location", name: "Quay", parent_external_id: "harbour" },
    { external_id: "harbour", type: "location", name: "Harbour", parent_id: null },
    { external_id: "ana", type: "person", name: "Ana" },
    { external_id: "bor", type: "person", name: "Bor", properties: { true_name: "Bo" } },
  ],
  variables: [{ external_id: "v1", name: "courage", type: "integer", default: 2 }],
};

describe("a world file", () => {
  test("is tried out, written, and changes nothing the second time; a change of it changes what it says", async () => {
    const story = await Story.begin(bench);
    const before = await story.seq();
    const tried = await imported(story, FILE, true);
    expect(tried).toMatchObject({ status: "completed", dry_run: true, total: 11, created: 11, refused: 0 });
    expect([await story.seq(), (await rowsOf(story, tried)).every(({ subject_id }) => subject_id === null)]).toEqual([
      before,
      true,
    ]);
    const done = await imported(story, JSON.parse(JSON.stringify(FILE)));
    expect(done).toMatchObject({ status: "completed", format: "world", created: 11, refused: 0, mapping: [] });
    const rows = await rowsOf(story, done);
    expect(rows.filter(({ kind, entity_id }) => kind === "entity" && entity_id !== null)).toHaveLength(4);
    expect(rows.every(({ subject_id }) => subject_id !== null)).toBe(true);
    const written = await story.seq();
    const again = await imported(story, FILE);
    expect(again).toMatchObject({ status: "completed", unchanged: 11, created: 0, updated: 0, first_seq: null });
    expect(await story.seq()).toBe(written);
    const change = { facts: [{ external_id: "f1", confidence: 0.5 }], variables: [{ external_id: "v1", default: 3 }] };
    const changed = await imported(story, change);
    expect(changed).toMatchObject({ total: 2, updated: 2 });
    expect((await rowsOf(story, changed)).map(({ external_id, changes }) => [external_id, changes])).toEqual([
      ["v1", ["default"]],
      ["f1", ["confidence"]],
    ]);
    expect((await refusal(story.call(entities.undoImport, { params: { import_id: done.id }, body: {} }))).code).toBe(
      "import_state",
    );
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("refuses rows by themselves, each with the place in the file, alike when tried out", async () => {
    const story = await Story.begin(bench);
    const file = {
      entities: [
        { external_id: "ana", type: "person", name: "Ana" },
        { external_id: "ana", type: "person", name: "Anna" },
        { external_id: "nameless", type: "person" },
        { external_id: "a", type: "location", name: "A", parent_external_id: "b" },
        { external_id: "b", type: "location", name: "B", parent_external_id: "a" },
      ],
      facts: [
        { external_id: "f1", text: "One.", known_by: [ref("ana"), ref("nameless")] },
        { external_id: "f2", text: "Two.", subject_id: ref("ana") },
        { text: "Three." },
        { external_id: "f4", text: "Four.", confidence: 7 },
      ],
      secrets: [{ external_id: "s1", subject_id: ref("ana"), pointer: "/nothing" }],
    };
    const places = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
      rows.map(({ outcome, errors }) => [outcome, ...errors.map(({ loc }) => loc.join("."))]);
    const expected = [
      ["created"],
      ["refused", "entities.1.external_id"],
      ["refused", "entities.2.name"],
      ["refused", "entities.3.parent_external_id"],
      ["refused", "entities.4.parent_external_id"],
      ["refused", "facts.0.known_by.1.external_id"],
      ["created"],
      ["refused", "facts.2.external_id"],
      ["refused", "facts.3.confidence"],
      ["refused", "secrets.0.pointer"],
    ];
    expect(places(await rowsOf(story, await imported(story, file, true)))).toEqual(expected);
    expect(places(await rowsOf(story, await imported(story, file)))).toEqual(expected);
  });

  test("that is none is a 422", async () => {
    const story = await Story.begin(bench);
    const locOf = async (content: unknown) =>
      (await refusal(story.call(world.import, { body: { content } as never }))).items.map(({ loc }) => loc.join("."));
    expect(await locOf("{")).toEqual(["body.content"]);
    expect(await locOf({})).toEqual(["body.content"]);
    expect(await locOf({ entitys: [] })).toEqual(["body.content.entitys"]);
    expect(await locOf({ facts: {} })).toEqual(["body.content.facts"]);
  });
});

/** World files of up to some hundreds of rows, all of which name each other at random. */
const worlds = fc
  .record({ people: fc.integer({ min: 1, max: 12 }), rows: fc.integer({ min: 150, max: 450 }), seed: fc.nat() })
  .map(({ people, rows, seed }): WorldFile => {
    let state = seed;
    const below = (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % most;
    };
    const anybody = () => ref(`e${below(people)}`);
    const file: WorldFile = { entities: [], relationships: [], facts: [], secrets: [], variables: [] };
    for (let n = 0; n < people; n++) {
      const parent = n > 0 && below(2) === 0 ? { parent_external_id: `e${below(n)}` } : {};
      file.entities.push({ external_id: `e${n}`, type: "person", name: `Person ${n}`, properties: { n }, ...parent });
    }
    for (let n = 0; n < rows; n++) {
      const knowers = Array.from({ length: below(4) }, anybody);
      if (below(3) > 0) {
        const known_by = below(3) === 0 ? {} : { known_by: knowers };
        file.facts.push({ external_id: `f${n}`, text: `Fact ${n}`, subject_id: anybody(), ...known_by });
      } else if (below(2) === 0) {
        file.relationships.push({ external_id: `r${n}`, type: "knows", source_id: anybody(), target_id: anybody() });
      } else {
        const covered = file.facts[below(Math.max(1, file.facts.length))]?.external_id ?? null;
        const subject_id = covered === null ? anybody() : { type: "fact", external_id: covered };
        file.secrets.push({ external_id: `s${n}`, subject_id, known_by: knowers });
      }
      if (below(10) === 0) file.variables.push({ external_id: `v${n}`, name: `variable ${n}`, type: "integer" });
    }
    return file;
  });

/** The same file with the rows of its lists in another order. */
function permuted(file: WorldFile, seed: number): WorldFile {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  const shuffled = (list: JsonObject[]) =>
    list
      .map((row) => [next(), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  return Object.fromEntries(Object.entries(file).map(([name, list]) => [name, shuffled(list)])) as never;
}

test("random files: tried out nothing is written; cut in the middle, in another order and again they give the same", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.nat(), async (file, seed) => {
      const story = await Story.begin(bench);
      const total = Object.values(file).reduce((sum, { length }) => sum + length, 0);
      const empty = await story.seq();
      expect(await imported(story, file, true)).toMatchObject({ total, created: total, refused: 0 });
      expect(await story.seq()).toBe(empty);
      // Each step ends after one piece, as when its process does.
      const import_id = await begun(story, file);
      const state = { project_id: story.projectId, import_id };
      const stopped = AbortSignal.abort();
      for (let left: unknown = state; left !== "done"; )
        left = await importWorldJob.step(bench.services, state, stopped);
      expect(await story.ask(entities.getImport, { params: { import_id } })).toMatchObject({ created: total });
      const [written, content] = [await story.seq(), await contentOf(story)];
      for (const same of [file, permuted(file, seed)]) {
        expect(await imported(story, same)).toMatchObject({ unchanged: total, refused: 0 });
        expect(await story.seq()).toBe(written);
      }
      const other = await Story.begin(bench);
      expect(await imported(other, permuted(file, seed))).toMatchObject({ created: total });
      expect(await contentOf(other)).toEqual(content);
      expect((await bench.replay(story.projectId)).differences).toEqual([]);
    }),
    { numRuns: rounds({ gate: 3, full: 25 }), endOnFailure: true },
  );
});
