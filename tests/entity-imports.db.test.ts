import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { forgetOldImports, importEntitiesJob } from "#server/features/entities/public.ts";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { IS_FULL } from "#test-size";
import { type BodyOf, openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { readPlaces } from "../scripts/places.ts";

const { entities, locations } = registry;

const folder = join(fileURLToPath(new URL("..", import.meta.url)), "../shared/corpus/locations");
const files = { countries: join(folder, "iso_3166-1.json"), subdivisions: join(folder, "iso_3166-2.json") };
const DAY = 86_400_000;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

type Import = BodyOf<typeof entities.getImport>;
const idle = new AbortController().signal;

/** Starts an import and runs its job to the end. */
async function imported(projectId: string, body: JsonObject): Promise<Import> {
  const params = { project_id: projectId };
  const { id } = await bench.ask(entities.import, { params, body });
  expect(await importEntitiesJob.step(bench.services, { project_id: projectId, import_id: id }, idle)).toBe("done");
  return bench.ask(entities.getImport, { params: { ...params, import_id: id } });
}

async function rowsOf(projectId: string, { id }: Pick<Import, "id">, query: JsonObject = {}) {
  const params = { project_id: projectId, import_id: id };
  return (await bench.ask(entities.listImportRows, { params, query: { limit: 500, ...query } })).rows;
}

/** Reads all of a project that an export can contain, by external id. */
async function contentOf(projectId: string): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for (let offset = 0; ; offset += 500) {
    const page = await bench.ask(entities.list, { params: { project_id: projectId }, query: { limit: 500, offset } });
    for (const { external_id, type, name, properties, location_path } of page.entities) {
      all.set(external_id, { type, name, properties, location_path });
    }
    if (!page.has_more) return all;
  }
}

const textOf = async (projectId: string, query: JsonObject = {}): Promise<string> =>
  (await bench.ask(entities.export, { params: { project_id: projectId }, query })).content;

async function refusalOf(work: Promise<unknown>): Promise<{ loc: (string | number)[]; msg: string }[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ValidationProblem)) throw new Error(`not refused as invalid: ${String(error)}`);
  return error.items;
}

/** Asks for the undo of an import and does its job to the end. */
async function undone(projectId: string, importId: string, body: JsonObject = {}): Promise<Import> {
  const params = { project_id: projectId };
  const { id } = await bench.ask(entities.undoImport, { params: { ...params, import_id: importId }, body });
  await importEntitiesJob.step(bench.services, { project_id: projectId, import_id: id }, idle);
  return bench.ask(entities.getImport, { params: { ...params, import_id: id } });
}

describe("the undo of an import", () => {
  const columns = "id,name,parent,population\n";
  const take = (projectId: string, rows: string) =>
    imported(projectId, { format: "csv", content: columns + rows, type: "location" });
  const patch = async (projectId: string, externalId: string, body: JsonObject) => {
    const params = { project_id: projectId };
    const { id } = await bench.ask(entities.getByExternalId, { params: { ...params, external_id: externalId } });
    return bench.ask(entities.update, { params: { ...params, entity_id: id }, body });
  };

  test("gives back what was there before, in as many pieces as the import took, tried out first", async () => {
    const projectId = await bench.newProject();
    await take(projectId, 'harbour,Harbour,"",10\nquay,Old Quay,"",\n');
    const before = await contentOf(projectId);
    const flat = Array.from({ length: 520 }, (_, at) => `flat${at},Flat ${at},${at < 300 ? "quay" : "tower"},`);
    const done = await take(projectId, ["quay,The Quay,harbour,40", ...flat, "tower,Tower,quay,"].join("\n"));
    expect(done).toMatchObject({ created: 521, updated: 1, undoes: null, undone_by: null });
    const after = await contentOf(projectId);

    const tried = await undone(projectId, done.id, { dry_run: true });
    expect(tried).toMatchObject({ dry_run: true, undoes: done.id, total: 522, deleted: 521, updated: 1, refused: 0 });
    expect(await contentOf(projectId)).toEqual(after);

    const back = await undone(projectId, done.id);
    expect(back).toMatchObject({ status: "completed", deleted: 521, updated: 1, refused: 0, undoes: done.id });
    expect(await contentOf(projectId)).toEqual(before);
    const [quay] = await rowsOf(projectId, back, { q: "quay" });
    expect(quay?.changes.toSorted()).toEqual(["name", "parent_external_id", "properties.population"]);
    expect((await bench.replay(projectId)).differences).toEqual([]);

    const params = { project_id: projectId };
    const { imports, total } = await bench.ask(entities.listImports, { params, query: { dry_run: false } });
    expect([total, imports.map(({ id, undone_by }) => [id, undone_by])]).toMatchObject([
      3,
      [
        [back.id, null],
        [done.id, back.id],
        [expect.any(String), null],
      ],
    ]);
    for (const id of [done.id, back.id, tried.id]) {
      const again = bench.ask(entities.undoImport, { params: { ...params, import_id: id }, body: {} });
      await expect(again).rejects.toMatchObject({ code: "import_state" });
    }
  });

  test("leaves what was changed since, and what others depend on, and says why", async () => {
    const projectId = await bench.newProject();
    await take(projectId, "harbour,Harbour,,10\n");
    const done = await take(projectId, "harbour,The Harbour,,40\nquay,Quay,harbour,\ntower,Tower,,\nmill,Mill,,\n");
    await patch(projectId, "harbour", { properties: { population: 41 } });
    await patch(projectId, "tower", { name: "High Tower" });
    await take(projectId, "boat,Boat,quay,\n");
    const back = await undone(projectId, done.id);
    expect(back).toMatchObject({ deleted: 1, updated: 1, refused: 2 });
    const told = (await rowsOf(projectId, back)).map(({ external_id, outcome, changes, errors }) => {
      return [external_id, outcome, changes, errors.map(({ loc, msg }) => [loc.slice(2).join("."), msg])];
    });
    expect(told).toEqual([
      ["harbour", "updated", ["name"], [["properties.population", "it was changed since, so it stays"]]],
      ["quay", "refused", [], [["", "it contains 1 other, so it stays"]]],
      ["tower", "refused", [], [["", "it was changed since, so it stays"]]],
      ["mill", "deleted", [], []],
    ]);
    const left = await contentOf(projectId);
    expect([...left.keys()]).toEqual(["harbour", "quay", "tower", "boat"]);
    expect(left.get("harbour")).toMatchObject({ name: "Harbour", properties: { population: 41 } });
  });
});

describe("an import", () => {
  test("creates and changes by external_id, keeps what the file does not name, and changes nothing the second time", async () => {
    const projectId = await bench.newProject();
    const params = { project_id: projectId };
    await bench.ask(entities.create, {
      params,
      body: {
        external_id: "quay",
        type: "location",
        name: "Old Quay",
        properties: { kept: 1, stats: { wet: true, deep: 2 } },
      },
    });
    const csv = "id,name,parent,population,stats_deep\nquay,The Quay,harbour,40,3\nharbour,Harbour,,,\n";
    const body = {
      format: "csv",
      content: csv,
      type: "location",
      mapping: [
        { column: "id", to: "external_id" },
        { column: "name", to: "name" },
        { column: "parent", to: "parent_external_id" },
        { column: "population", to: "properties.population", as: "number" },
        { column: "stats_deep", to: "properties.stats.deep", as: "number" },
      ],
    };
    const first = await imported(projectId, body);
    expect(first).toMatchObject({
      status: "completed",
      total: 2,
      done: 2,
      created: 1,
      updated: 1,
      refused: 0,
      error: null,
    });
    expect(await contentOf(projectId)).toEqual(
      new Map([
        [
          "quay",
          {
            type: "location",
            name: "The Quay",
            properties: { kept: 1, stats: { wet: true, deep: 3 }, population: 40 },
            location_path: "/harbour/quay",
          },
        ],
        ["harbour", { type: "location", name: "Harbour", properties: {}, location_path: "/harbour" }],
      ]),
    );
    const rows = await rowsOf(projectId, first);
    expect(rows.map(({ number, outcome, changes }) => ({ number, outcome, changes: changes.toSorted() }))).toEqual([
      {
        number: 2,
        outcome: "updated",
        changes: ["name", "parent_external_id", "properties.population", "properties.stats.deep"],
      },
      { number: 3, outcome: "created", changes: [] },
    ]);
    const again = await imported(projectId, body);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, first_seq: null, last_seq: null });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("tried out says of each row what the import then does, over several pieces, and writes nothing", async () => {
    const projectId = await bench.newProject();
    // Each is inside the one behind it in the file, so that the first piece writes what the last rows say.
    const chain = Array.from({ length: 12 }, (_, at) => `deep${at},Deep ${at},${at === 11 ? "" : `deep${at + 1}`}`);
    const flat = Array.from({ length: 600 }, (_, at) => `flat${at},Flat ${at},deep${at % 12}`);
    const body = { format: "csv", content: ["id,name,parent", ...flat, ...chain].join("\n"), type: "location" };
    const before = await contentOf(projectId);
    const tried = await imported(projectId, { ...body, dry_run: true });
    expect(await contentOf(projectId)).toEqual(before);
    expect(tried).toMatchObject({
      dry_run: true,
      status: "completed",
      total: 612,
      created: 612,
      refused: 0,
      first_seq: null,
    });
    expect((await rowsOf(projectId, tried)).every(({ entity_id }) => entity_id === null)).toBe(true);
    const done = await imported(projectId, body);
    expect(done).toMatchObject({ created: 612, refused: 0, first_seq: 2, last_seq: 613 });
    expect(await contentOf(projectId)).toHaveLength(612);
  });

  test("tells what is wrong with a row by its number and field, and writes the others", async () => {
    const projectId = await bench.newProject();
    const lines = [
      "id,name,parent,age,data",
      "ana,Ana,,41,", // 2
      ",Nobody,,,", // 3: no external_id
      "ben,Ben,,old,", // 4: no number
      "ana,Ana again,,,", // 5: twice
      "cy,Cy,nowhere,,", // 6: no such parent
      "dee,Dee,eve,,", // 7: in each other
      "eve,Eve,dee,,", // 8
      "flo,,,,", // 9: no name, and it is new
      "gus,Gus,,,{", // 10: no JSON
      'hal,Hal,,,"{""a"":""\\u0000""}"', // 11: cannot be kept
      `ivy,${"x".repeat(501)},,,`, // 12: too long
      "jo,Jo,ana,7,", // 13
      "a,b,c,d,e,f", // 14: too many cells
    ];
    const mapping = [
      { column: "id", to: "external_id" },
      { column: "name", to: "name" },
      { column: "parent", to: "parent_external_id" },
      { column: "age", to: "properties.age", as: "number" },
      { column: "data", to: "properties.data", as: "json" },
    ];
    const body = { format: "csv", content: lines.join("\n"), type: "character", mapping };
    for (const dry_run of [true, false]) {
      const done = await imported(projectId, { ...body, dry_run });
      expect(done).toMatchObject({ total: 13, done: 13, created: 2, refused: 11, status: "completed" });
      const refused = await rowsOf(projectId, done, { outcome: "refused" });
      const told = refused.flatMap(({ number, errors }) => errors.map(({ loc }) => [number, ...loc].join(" ")));
      expect(told).toEqual([
        "3 rows 3 external_id",
        "4 rows 4 properties age",
        "5 rows 5 external_id",
        "6 rows 6 parent_external_id",
        "7 rows 7 parent_external_id",
        "8 rows 8 parent_external_id",
        "9 rows 9 name",
        "10 rows 10 properties data",
        "11 rows 11 properties data a",
        "12 rows 12 name",
        "14 rows 14",
      ]);
      expect((await rowsOf(projectId, done, { q: "jo" })).map(({ number }) => number)).toEqual([13]);
    }
    expect([...(await contentOf(projectId)).keys()]).toEqual(["ana", "jo"]);
  });

  test("calls rows and their places by name: makes ids, changes whom it knows, and guesses at nobody", async () => {
    const projectId = await bench.newProject();
    const places = "Name,Part of\nThe Weigh-Room,Bell Harbour\nBell Harbour,\nCellar,bell  harbour\n";
    expect(await imported(projectId, { format: "csv", content: places, type: "location" })).toMatchObject({
      created: 3,
    });
    await bench.ask(entities.create, {
      params: { project_id: projectId },
      body: { external_id: "odo-pell", name: "The boat of Odo Pell", type: "thing" },
    });
    for (const external_id of ["c1", "c2"]) {
      const body = { external_id, name: external_id === "c1" ? "Twin" : "TWIN", type: "character" };
      await bench.ask(entities.create, { params: { project_id: projectId }, body });
    }
    const cellar = { external_id: "cellar-of-the-gate", name: "Cellar", type: "location" };
    await bench.ask(entities.create, { params: { project_id: projectId }, body: cellar });
    const rows = [
      "First name,Last name,Role,Age,Place",
      "Odo,Pell,Clerk,61,the weigh-room", // 2
      "Vesna,,Porter,34,Cellar", // 3: two places
      "Élise,,Porter,,Nowhere", // 4: none
      ",,Nobody,,", // 5: no name
      "ODO ,pell,Again,,", // 6: twice
      "Twin,,Guard,,", // 7: two of the project
      "Élise,Marrow,Guard,20,", // 8
    ];
    const body = { format: "csv", content: rows.join("\n"), type: "character" };
    for (const dry_run of [true, false]) {
      const done = await imported(projectId, { ...body, dry_run });
      expect(done).toMatchObject({ total: 7, created: 2, refused: 5 });
      const refused = await rowsOf(projectId, done, { outcome: "refused" });
      expect(refused.flatMap(({ errors }) => errors.map(({ loc, msg }) => [...loc.slice(1), msg].join(" ")))).toEqual([
        expect.stringMatching(/^3 parent_name .*several places have this name/),
        expect.stringMatching(/^4 parent_name .*no place has this name/),
        expect.stringMatching(/^5 name /),
        expect.stringMatching(/^6 name .*row 2 has the same name/),
        expect.stringMatching(/^7 name .*several of this project have this name/),
      ]);
    }
    const known = await contentOf(projectId);
    expect(known.get("odo-pell-2")).toMatchObject({
      name: "Odo Pell",
      properties: { Role: "Clerk", Age: 61 },
      location_path: "/bell-harbour/the-weigh-room/odo-pell-2",
    });
    expect(known.get("elise-marrow")).toMatchObject({ properties: { Role: "Guard", Age: 20 }, location_path: null });

    const again = await imported(projectId, { ...body, content: "Name,Role\nodo pell,Owner\nÉlise Marrow,Guard\n" });
    expect(again).toMatchObject({ created: 0, updated: 1, unchanged: 1, refused: 0 });
    expect((await contentOf(projectId)).get("odo-pell-2")).toMatchObject({
      name: "odo pell",
      properties: { Role: "Owner" },
    });
    expect(await undone(projectId, again.id)).toMatchObject({ updated: 1, refused: 0 });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("is refused whole where the file or the mapping cannot be read", async () => {
    const projectId = await bench.newProject();
    const asked = (body: JsonObject) =>
      refusalOf(bench.call(entities.import, { params: { project_id: projectId }, body }));
    const csv = { format: "csv", content: "id,name\na,A\n" };
    expect(await asked({ format: "csv", content: 'id\n"a' })).toMatchObject([{ loc: ["body", "content"] }]);
    expect(await asked({ format: "csv", content: "id,name\n" })).toMatchObject([{ loc: ["body", "content"] }]);
    expect(await asked({ ...csv, mapping: [{ column: "naem", to: "name" }] })).toMatchObject([
      { loc: ["body", "mapping", 0, "column"], msg: expect.stringContaining('did you mean "name"') },
    ]);
    for (const to of [["type"], ["name", "parent_name", "parent_external_id"]]) {
      const mapping = to.map((each, at) => ({ column: ["id", "name", "more"][at] ?? "", to: each }));
      const content = "id,name,more\na,A,b\n";
      expect(await asked({ ...csv, content, mapping })).toMatchObject([{ loc: ["body", "mapping"] }]);
    }
    expect(await asked({ ...csv, mapping: [{ column: "id", to: "ident" }] })).toMatchObject([
      { loc: ["body", "mapping", 0, "to"] },
    ]);
  });

  test("goes on where a process ended, and counts no row twice", async () => {
    const projectId = await bench.newProject();
    const content = Array.from({ length: 700 }, (_, at) => ({ id: `e${at}`, name: `E ${at}` }));
    const params = { project_id: projectId };
    const { id } = await bench.ask(entities.import, { params, body: { format: "json", content, type: "thing" } });
    const state = { project_id: projectId, import_id: id };
    const ended = AbortSignal.abort();
    expect(await importEntitiesJob.step(bench.services, state, ended)).toEqual(state);
    const begun = await bench.ask(entities.getImport, { params: { ...params, import_id: id } });
    expect(begun).toMatchObject({ done: 250, created: 250 });
    // Two processes think that the job is theirs.
    await Promise.all([1, 2].map(() => importEntitiesJob.step(bench.services, state, idle)));
    const done = await bench.ask(entities.getImport, { params: { ...params, import_id: id } });
    expect(done).toMatchObject({
      status: "completed",
      done: 700,
      created: 700,
      updated: 0,
      unchanged: 0,
      last_seq: 701,
    });
    expect(await contentOf(projectId)).toHaveLength(700);
  });

  test("ends where whoever asked for it may not write any more, and says so", async () => {
    const projectId = await bench.newProject();
    const params = { project_id: projectId };
    const body = { format: "csv", content: "id,name\na,A\n", type: "thing" };
    const { id } = await bench.ask(entities.import, { params, body });
    const without = { ...bench.services, currentCaller: async () => null };
    await importEntitiesJob.step(without, { project_id: projectId, import_id: id }, idle);
    const ended = await bench.ask(entities.getImport, { params: { ...params, import_id: id } });
    expect(ended).toMatchObject({ status: "failed", done: 0, error: expect.stringContaining("can no longer change") });
    expect(await contentOf(projectId)).toHaveLength(0);
  });

  test("is forgotten after thirty days, with its rows", async () => {
    const projectId = await bench.newProject();
    const old = await imported(projectId, { format: "csv", content: "id,name\na,A\n", type: "thing" });
    while (await forgetOldImports(bench.database.writes, Date.now() + 29 * DAY));
    expect(await rowsOf(projectId, old)).toHaveLength(1);
    while (await forgetOldImports(bench.database.writes, Date.now() + 31 * DAY));
    await expect(rowsOf(projectId, old)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an export", () => {
  test("tells what the list with its filters tells, in its order and at its sequence", async () => {
    const projectId = await bench.newProject();
    const params = { project_id: projectId };
    const content = Array.from({ length: 1_203 }, (_, at) => ({ id: `e${at}`, name: `E ${at % 7}`, level: at % 5 }));
    const { last_seq: seq } = await imported(projectId, { format: "json", content, type: "thing" });
    await imported(projectId, { format: "csv", content: "id,name,type\nlater,Later,thing\n" });
    const query = { property_filter: '{"level":{"$gte":3}}', sort_by: "name", sort_order: "desc" };
    const listed: string[] = [];
    for (let offset = 0; ; offset += 500) {
      const page = await bench.ask(entities.list, { params, query: { ...query, limit: 500, offset } });
      listed.push(...page.entities.map(({ external_id }) => external_id));
      if (!page.has_more) break;
    }
    const lines = (await textOf(projectId, { ...query, format: "ndjson" })).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as JsonObject).external_id)).toEqual(listed);
    const now = (await textOf(projectId)).split("\r\n");
    const then = (await textOf(projectId, { at_seq: seq ?? 0 })).split("\r\n");
    expect(now[0]).toBe("external_id,type,name,parent_external_id,properties.level:number");
    expect([now.length, then.length]).toEqual([1_206, 1_205]);
  });

  test("of a world comes back the same, as CSV and as NDJSON, and importing it again changes nothing", async () => {
    const projectId = await bench.newProject();
    const params = { project_id: projectId };
    const properties: Json[] = [
      {},
      { text: "004", yes: "yes", n: 5, b: false, nothing: null, list: [1, "a"] },
      { text: "=1+1", n: -2.5, deep: { er: { est: "x" }, "a.b": 1 }, "od.d": { x: 1 }, empty: "", none: {} },
      { n: "five", "'q": 'say "hi",\r\nand go' },
    ];
    for (const [at, each] of properties.entries()) {
      const external_id = at === 3 ? "-3" : `e${at}`;
      await bench.ask(entities.create, {
        params,
        body: { external_id, type: at === 2 ? "@odd" : "thing", name: `=Name ${at}`, properties: each },
      });
    }
    await bench.ask(locations.create, { params, body: { external_id: "isle", name: "Isle", parent_id: null } });
    await bench.ask(entities.create, {
      params,
      body: { external_id: "cove", name: "Cove", type: "location", parent_external_id: "isle" },
    });
    for (const format of ["csv", "ndjson"]) {
      const target = await bench.newProject();
      const content = await textOf(projectId, { format });
      expect(await imported(target, { format, content })).toMatchObject({ created: 6, refused: 0 });
      expect(jsonEqual([...(await contentOf(target))], [...(await contentOf(projectId))])).toBe(true);
      expect(await textOf(target, { format })).toBe(content);
      expect(await imported(target, { format, content })).toMatchObject({ unchanged: 6 });
    }
  });
});

test.skipIf(!existsSync(files.countries))(
  "the places of ISO 3166 come in with their parents, before their children or after",
  async () => {
    const all = readPlaces(files).map(
      ({ external_id: code, name, properties: { level = "" }, parent_external_id: parent = null }) => {
        return { code, name, level, parent };
      },
    );
    // A subdivision's code begins with that of its country: whole countries, a fifth of all in the gate.
    const rows = IS_FULL ? all : all.filter(({ code }) => code < "D");
    expect(all).toHaveLength(5_376);
    for (const content of IS_FULL ? [rows, rows.toReversed()] : [rows.toReversed()]) {
      const projectId = await bench.newProject();
      const done = await imported(projectId, { format: "json", content: { "3166": content }, type: "location" });
      expect(done).toMatchObject({ total: rows.length, created: rows.length, refused: 0 });
      const world = await contentOf(projectId);
      for (const { code, name, level, parent } of rows) {
        const above = parent === null ? { location_path: "" } : (world.get(parent) as { location_path: string });
        const location_path = `${above.location_path}/${code}`;
        expect(world.get(code)).toEqual({ type: "location", name, properties: { level }, location_path });
      }
    }
  },
  120_000,
);
