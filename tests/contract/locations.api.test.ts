import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { expectInvalid, expectInvalidAt, expectProblem } from "./expectations.ts";
import { section } from "./interface.ts";
import { BUILD_MS, MOUNTS } from "./mount.ts";

interface Page {
  entities: { external_id: string; type: string; properties: Record<string, unknown> }[];
  total: number;
  has_more: boolean;
}

/** Places whose properties differ in every way that filters and sorting tell apart. */
const PLACES: Readonly<Record<string, Record<string, unknown>>> = {
  quay: { population: 40, climate: "mild", tags: ["salt", "sea"], ruler: { name: "Ysolde", age: 61 } },
  mill: { population: 9, climate: "Mild", tags: ["flour"], ruler: null },
  keep: { population: 400, climate: "cold", tags: [], ruler: { name: "Bor" } },
  moor: { population: "40", climate: "wet and cold", tags: "salt" },
  cave: { population: null, climate: true, guarded: true },
  reef: { climate: "_%", tags: [["salt"], { kind: "sea" }], guarded: false, population: -1.5 },
  void: {},
};
const NAMES = Object.keys(PLACES);
/** Ids run against the order of creation, so that one is not taken for the other. */
const idOf = (name: string) => `ent_${"0".repeat(25)}${NAMES.length - NAMES.indexOf(name)}`;
const BY_ID = NAMES.toReversed();

/** Filters with the places that each finds, as docs/guides/lists-and-filters.md defines its operators. */
const FILTERS: readonly [about: string, filter: unknown, found: string[]][] = [
  ["{} matches everything", {}, NAMES],
  ["a bare value is equality", { population: 40 }, ["quay"]],
  ["$eq is JSON equality: a number is not its text", { population: { $eq: 40 } }, ["quay"]],
  ["$eq null matches an explicit null only", { population: { $eq: null } }, ["cave"]],
  ["$eq compares arrays whole", { tags: { $eq: ["salt", "sea"] } }, ["quay"]],
  ["$eq compares objects without their order", { ruler: { $eq: { age: 61, name: "Ysolde" } } }, ["quay"]],
  ["$eq distinguishes case", { climate: { $eq: "mild" } }, ["quay"]],
  [
    "$ne is its complement: what lacks the property matches",
    { population: { $ne: 40 } },
    NAMES.filter((name) => name !== "quay"),
  ],
  ["$ne null", { ruler: { $ne: null } }, NAMES.filter((name) => name !== "mill")],
  ["$gt compares numbers with numbers only", { population: { $gt: 9 } }, ["quay", "keep"]],
  ["$gte includes the bound", { population: { $gte: 9 } }, ["quay", "mill", "keep"]],
  ["$lt", { population: { $lt: 9 } }, ["reef"]],
  ["$lte includes the bound", { population: { $lte: 9 } }, ["mill", "reef"]],
  ["$gt compares texts by code point", { climate: { $gt: "cold" } }, ["quay", "moor"]],
  ["several operators on one path must all hold", { population: { $gt: 0, $lt: 100 } }, ["quay", "mill"]],
  ["several paths must all hold", { population: { $gt: 0 }, climate: "cold" }, ["keep"]],
  ["$in", { population: { $in: [9, 400, "40"] } }, ["mill", "keep", "moor"]],
  ["$in [] finds nothing", { population: { $in: [] } }, []],
  ["$in with null", { population: { $in: [null] } }, ["cave"]],
  ["$contains: an array has the element", { tags: { $contains: "salt" } }, ["quay", "moor"]],
  ["$contains: an array has all elements", { tags: { $contains: ["sea", "salt"] } }, ["quay"]],
  ["$contains: a text has the part, literally", { climate: { $contains: "_%" } }, ["reef"]],
  ["$contains: a text has the part", { climate: { $contains: "cold" } }, ["keep", "moor"]],
  ["$contains: an object has the sub-object", { ruler: { $contains: { name: "Bor" } } }, ["keep"]],
  ["a nested object is a path", { ruler: { name: "Bor" } }, ["keep"]],
  ["dots are the same path", { "ruler.name": "Bor" }, ["keep"]],
  ["operators at the end of a path", { ruler: { age: { $gte: 60 } } }, ["quay"]],
  ["false is a value", { guarded: false }, ["reef"]],
];

describe.each(MOUNTS)(`${section("Locations")} through the %s`, (mount) => {
  let api: TestApi;
  let projectId: string;

  beforeAll(async () => {
    api = await startTestApi({ mount });
    projectId = await api.makeProject();
    const places = NAMES.map((name) => ({
      id: idOf(name),
      external_id: name,
      type: "location",
      name: `The ${name}`,
      properties: PLACES[name],
    }));
    const others = NAMES.map((name) => ({
      external_id: `${name}-folk`,
      type: "character",
      name,
      properties: PLACES[name],
    }));
    await api.call("POST", `/v1/projects/${projectId}/entities/batch`, { body: { entities: [...places, ...others] } });
  }, BUILD_MS);
  afterAll(() => api.close());

  const path = (id = projectId) => `/v1/projects/${id}/ttrpg-gm/locations`;
  const ask = (query: Record<string, string | number | boolean> = {}, key?: string | null) =>
    api.call<Page>("GET", path(), { query, ...(key !== undefined && { key }) });
  const found = async (query: Record<string, string | number | boolean>) => {
    const { status, body } = await ask(query);
    expect([status, status === 200 ? "" : body]).toEqual([200, ""]);
    return body.entities.map((each) => each.external_id);
  };
  const filtered = (filter: unknown) => found({ property_filter: JSON.stringify(filter) });

  test("lists entities whose type is location, in order of creation, as every list is answered", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["entities", "total", "has_more"]);
    expect(body.entities.map((each) => each.external_id)).toEqual(NAMES);
    expect(body.entities.every((each) => each.type === "location")).toBe(true);
    expect([body.total, body.has_more]).toEqual([NAMES.length, false]);
  });

  test.each([
    {},
    { limit: 2, offset: 3 },
    { sort_by: "name", sort_order: "desc" },
    { sort_by: "properties.population" },
    { property_filter: '{"climate":"cold"}' },
    { q: "KEEP" },
    { external_id: "moor" },
    { parent_id: "null" },
  ])("filters, sort and pagination match the generic entities listing: %j", async (query) => {
    const generic = await api.call<Page>("GET", `/v1/projects/${projectId}/entities`, {
      query: { ...query, type: "location" },
    });
    expect((await ask(query)).body).toEqual(generic.body);
  });

  describe("property_filter", () => {
    test.each(FILTERS)("%s", async (_, filter, names) => {
      expect(await filtered(filter)).toEqual(names);
    });

    test.each([
      ["{", ["query", "property_filter"]],
      ["[]", ["query", "property_filter"]],
      ['"x"', ["query", "property_filter"]],
      ['{"a":{"$regex":"x"}}', ["query", "property_filter"]],
      ['{"a":{"$in":1}}', ["query", "property_filter"]],
      ['{"a":{"$gt":true}}', ["query", "property_filter"]],
      ['{"a":{"$eq":1,"b":2}}', ["query", "property_filter"]],
      ['{"$or":[]}', ["query", "property_filter"]],
    ])("%s is a 422 at property_filter", async (text, loc) => {
      const items = expectInvalid(await ask({ property_filter: text }));
      expect(items.map((item) => item.loc.slice(0, 2))).toContainEqual(loc);
    });

    test("an unknown operator is named with its path", async () => {
      const [item] = expectInvalid(await ask({ property_filter: '{"ruler":{"age":{"$near":1}}}' }));
      expect(item?.ctx).toMatchObject({ path: "ruler.age", operator: "$near" });
    });
  });

  describe("mistakes in the query", () => {
    const items = async (query: Record<string, string | number>, to = path()) =>
      expectInvalid(await api.call("GET", to, { query }), JSON.stringify(query));
    const generic = () => `/v1/projects/${projectId}/entities`;

    test("are all told at once, before the project is looked for", async () => {
      const found = await items(
        { property_filter: '{"a":{"$near":1}}', sort_by: "properties.", under: "nowhere", limit: 0 },
        path(newId("prj")),
      );
      expect(found.map(({ loc }) => loc[1]).sort()).toEqual(["limit", "property_filter", "sort_by", "under"]);
    });

    test.each(["", " "])("an empty property_filter (%j) is not taken for a missing one", async (property_filter) => {
      const [item] = await items({ property_filter });
      expect(item).toMatchObject({ type: "value_error", loc: ["query", "property_filter"], input: property_filter });
      expect(item?.msg).toContain("a JSON object");
    });

    test.each([
      [{ property_filter: '{"population":{"gt":3}}' }, "property_filter", "$gt"],
      [{ property_filter: '{"population":{"$gtt":3}}' }, "property_filter", "$gt"],
      [{ sort_by: "nmae" }, "sort_by", "name"],
      [{ sort_by: "createdAt" }, "sort_by", "created_at"],
    ])("%j asks whether something else was meant", async (query, parameter, suggestion) => {
      const [item] = await items(query as Record<string, string>);
      expect(item).toMatchObject({ loc: ["query", parameter], ctx: { suggestion } });
      expect(item?.msg).toContain(`did you mean "${suggestion}"?`);
    });

    test("a property that the project has or had is no mistake, however much it looks like a column", async () => {
      const mine = await api.makeProject();
      const id = newId("ent");
      const place = { id, external_id: "a", type: "location", name: "A", properties: { nmae: 1 } };
      await api.call("POST", `/v1/projects/${mine}/entities`, { body: place });
      expect((await api.call("GET", path(mine), { query: { sort_by: "nmae" } })).status).toBe(200);
      await api.call("DELETE", `/v1/projects/${mine}/entities/${id}`);
      expect((await api.call("GET", path(mine), { query: { sort_by: "nmae" } })).status).toBe(200);
      await items({ sort_by: "tpye" }, path(mine));
    });

    test("a type that nothing ever had is a mistake where it is almost one that something had", async () => {
      expect(await items({ type: "Character" }, generic())).toMatchObject([
        { loc: ["query", "type"], input: "Character", ctx: { suggestion: "character" } },
      ]);
      for (const type of ["quest", "location", "character"]) {
        expect((await api.call("GET", generic(), { query: { type } })).status).toBe(200);
      }
      const empty = await api.makeProject();
      expect((await api.call<Page>("GET", path(empty))).body.total).toBe(0);
      expect((await api.call("GET", `/v1/projects/${empty}/entities`, { query: { type: "npc" } })).status).toBe(200);
    });

    test("a place that the project never had is a mistake, one that is gone or yet to come is empty", async () => {
      const mine = await api.makeProject();
      const entities = [
        { external_id: "world", type: "location", name: "World", parent_id: null },
        { external_id: "town", type: "location", name: "Town", parent_external_id: "world" },
      ];
      const created = await api.call<{ entities: { id: string }[] }>("POST", `/v1/projects/${mine}/entities/batch`, {
        body: { entities },
      });
      const town = created.body.entities[1]?.id ?? "";
      const total = async (query: Record<string, string | number>) => {
        const { status, body } = await api.call<Page>("GET", path(mine), { query });
        return status === 200 ? body.total : status;
      };
      expect(await items({ under: "/world/twon" }, path(mine))).toMatchObject([
        { loc: ["query", "under"], input: "/world/twon", ctx: { suggestion: "/world" } },
      ]);
      await items({ under: "/nowhere" }, path(mine));
      await items({ under: newId("ent") }, path(mine));
      expect([await total({ under: "/world" }), await total({ under: town }), await total({ under: "/" })]).toEqual([
        2, 1, 2,
      ]);
      expect(await total({ under: "/world/town", at_seq: 1 })).toBe(0);
      await api.call("DELETE", `/v1/projects/${mine}/entities/${town}`);
      expect([await total({ under: "/world/town" }), await total({ under: town })]).toEqual([0, 0]);
    });
  });

  describe("sort_by and sort_order", () => {
    const numbersFirst = ["reef", "mill", "quay", "keep", "moor", "cave"];

    test("a property path: numbers, then texts, then the rest; missing last", async () => {
      const names = await found({ sort_by: "properties.population" });
      expect(names.slice(0, 5)).toEqual(numbersFirst.slice(0, 5));
      expect(names.at(-1)).toBe("void");
    });

    test("descending turns it round, but what is missing stays last", async () => {
      const names = await found({ sort_by: "properties.population", sort_order: "desc" });
      expect(names.at(-1)).toBe("void");
      expect(names.filter((name) => numbersFirst.slice(0, 5).includes(name))).toEqual(
        numbersFirst.slice(0, 5).toReversed(),
      );
    });

    test("a column of the same name goes before a property, and the prefix names the property", async () => {
      expect(await found({ sort_by: "name" })).toEqual(NAMES.toSorted());
      expect(await found({ sort_by: "properties.name", sort_order: "asc" })).toEqual(BY_ID);
    });

    test("a nested path", async () => {
      expect((await found({ sort_by: "ruler.name" })).slice(0, 2)).toEqual(["keep", "quay"]);
    });

    test("ties break on the id in the same direction", async () => {
      expect(await found({ sort_by: "type", sort_order: "asc" })).toEqual(BY_ID);
      expect(await found({ sort_by: "type", sort_order: "desc" })).toEqual(BY_ID.toReversed());
    });

    test("sort_order is asc or desc", async () => {
      expectInvalidAt(await ask({ sort_order: "up" }), ["query", "sort_order"], "enum");
    });
  });

  describe("limit and offset", () => {
    let many: string;
    beforeAll(async () => {
      many = await api.makeProject();
      const entities = Array.from({ length: 620 }, (_, n) => ({
        external_id: `p${n}`,
        type: "location",
        name: `Place ${n}`,
      }));
      await api.call("POST", `/v1/projects/${many}/entities/batch`, { body: { entities } });
    });
    const page = (query: Record<string, string | number>) => api.call<Page>("GET", path(many), { query });

    test("limit is 50 by default", async () => {
      const { body } = await page({});
      expect([body.entities.length, body.total, body.has_more]).toEqual([50, 620, true]);
      expect(body).toEqual((await page({ limit: 50, offset: 0 })).body);
    });

    test.each([1, 2, 499, 500])("limit may be %i", async (limit) => {
      expect((await page({ limit })).body.entities).toHaveLength(limit);
    });

    test.each([
      [0, "greater_than_equal", { ge: 1 }],
      [-1, "greater_than_equal", { ge: 1 }],
      [501, "less_than_equal", { le: 500 }],
      ["abc", "int_parsing", undefined],
      ["1.5", "int_parsing", undefined],
      ["", "int_parsing", undefined],
    ])("limit may not be %j", async (limit, type, ctx) => {
      const items = expectInvalid(await page({ limit }));
      expect(items).toMatchObject([{ type, loc: ["query", "limit"], input: String(limit), ...(ctx && { ctx }) }]);
    });

    test("offset is 0 by default, at least 0, and may lie beyond the end", async () => {
      expect((await page({ limit: 1 })).body.entities[0]?.external_id).toBe("p0");
      expect((await page({ limit: 1, offset: 7 })).body.entities[0]?.external_id).toBe("p7");
      expect((await page({ offset: 620 })).body).toEqual({ entities: [], total: 620, has_more: false });
      expect((await page({ offset: 1_000_000 })).body).toEqual({ entities: [], total: 620, has_more: false });
      expectInvalidAt(await page({ offset: -1 }), ["query", "offset"], "greater_than_equal");
    });

    test.each([1, 7, 100, 500])("pages of %i neither overlap nor omit, whatever the order", async (limit) => {
      for (const order of [{}, { sort_by: "name", sort_order: "desc" }]) {
        const seen: string[] = [];
        for (let more = true; more; ) {
          if (limit === 1 && seen.length === 3) break;
          const { body } = await page({ ...order, limit, offset: seen.length });
          seen.push(...body.entities.map((each) => each.external_id));
          more = body.has_more;
        }
        expect(new Set(seen).size).toBe(seen.length);
        if (limit > 1) expect(seen).toHaveLength(620);
      }
    });
  });

  describe("error responses", () => {
    test("401", async () => {
      expectProblem(api, await ask({}, null), "unauthorized");
    });
    test("403", async () => {
      expectProblem(api, await ask({}, api.home.scoped.write), "insufficient_scope");
    });
    test("404", async () => {
      expectProblem(api, await api.call("GET", path(newId("prj"))), "not_found");
      expectProblem(api, await ask({}, api.stranger.key), "not_found");
    });
    test("422", async () => {
      expectInvalidAt(await ask({ type: "location" }), ["query", "type"], "extra_forbidden");
    });
  });
});
