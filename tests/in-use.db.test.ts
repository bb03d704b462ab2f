import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { randomProperties } from "./random-properties.ts";
import { seedOf } from "./record/random-steps.ts";
import { Story } from "./record/story.ts";
import { openWorkbench, type Workbench } from "./record/workbench.ts";

const { entities, secrets } = registry;
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** Paths to the values of properties that a list could have a column for, by the definition. */
function pathsOf(value: Json, path: readonly string[] = []): [string, string][] {
  if (isJsonObject(value) && (path.length === 0 || (path.length < 4 && Object.keys(value).length > 0))) {
    return Object.entries(value).flatMap(([key, held]) => (key.includes(".") ? [] : pathsOf(held, [...path, key])));
  }
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return [[path.join("."), kind]];
}

/** The values at a path that can be chosen, with how many have each, by the definition. */
function valuesAt(there: readonly JsonObject[], path: string): Map<Json, number> {
  const count = new Map<Json, number>();
  for (const properties of there) {
    const held = valueAt(properties, splitPath(path));
    const each = (Array.isArray(held) ? held : [held]).map((value) => (value === 0 ? 0 : value));
    for (const value of new Set(each)) {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
        count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return count;
}

test("types, properties and values in use are those of the entities that there are, at any sequence", async () => {
  const one = fc.record({ type: fc.constantFrom("character", "ship", "Ship"), properties: randomProperties });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 6 }), async (made) => {
      const story = await Story.begin(bench);
      const ids: string[] = [];
      for (const [at, { type, properties }] of made.entries()) {
        ids.push(await story.place(`e${at}`, { type, properties }));
      }
      const full = await story.seq();
      const [first] = ids;
      if (first !== undefined) await story.remove(first);
      const check = async (there: readonly { type: string; properties: JsonObject }[], query: JsonObject) => {
        const count = new Map<string, number>();
        for (const { type } of there) count.set(type, (count.get(type) ?? 0) + 1);
        const { types } = await story.ask(entities.types, { query: { limit: 500, ...query } });
        expect(Object.fromEntries(types.map((each) => [each.type, each.entities]))).toEqual(Object.fromEntries(count));
        const found = new Map<string, number>();
        for (const { type, properties } of there) {
          if (type !== "ship") continue;
          for (const [path, kind] of pathsOf(properties)) {
            found.set(`${path}\n${kind}`, (found.get(`${path}\n${kind}`) ?? 0) + 1);
          }
        }
        const listed = await story.ask(entities.properties, { query: { limit: 500, type: "ship", ...query } });
        const told = listed.properties.flatMap(({ path, kinds }) =>
          Object.entries(kinds).map(([kind, total]) => [`${path}\n${kind}`, total]),
        );
        expect(Object.fromEntries(told)).toEqual(Object.fromEntries(found));
        const ships = there.filter(({ type }) => type === "ship").map(({ properties }) => properties);
        for (const path of ["a", "a.b", "0", "constructor", "q\"'\\"]) {
          const { values } = await story.ask(entities.values, {
            query: { limit: 500, type: "ship", path: `properties.${path}`, ...query },
          });
          expect(new Map(values.map((each) => [each.value, each.entities]))).toEqual(valuesAt(ships, path));
        }
      };
      await check(made, { at_seq: full });
      await check(made.slice(1), {});
    }),
    { numRuns: rounds({ gate: 6, full: 200 }), seed: seedOf("properties in use") },
  );
});

test("what somebody does not know of is not counted for them", async () => {
  const story = await Story.begin(bench);
  const mara = await story.place("mara", { type: "character" });
  const hidden = await story.place("hidden", { type: "vault", properties: { gold: 3 } });
  await story.place("open", { type: "gate", properties: { open: true, key: "rusty" } });
  await story.ask(secrets.create, { body: { subject_id: hidden, known_by: [] } });
  const { types } = await story.ask(entities.types, { query: { as: mara } });
  expect(types.map(({ type }) => type)).toEqual(["character", "gate"]);
  const { properties } = await story.ask(entities.properties, { query: { as: mara } });
  expect(properties.map(({ path }) => path)).toEqual(["key", "open"]);
  expect((await story.ask(entities.values, { query: { as: mara, path: "gold" } })).values).toEqual([]);
});

test("values are told by how many have them, and found by a part without its accents", async () => {
  const story = await Story.begin(bench);
  const countries = ["GR", "IT", ["IT", "Åland"], null, { in: "GR" }, "x".repeat(201)];
  for (const [at, country] of countries.entries()) await story.place(`p${at}`, { properties: { country } });
  const ask = (query: object) => story.ask(entities.values, { query: { path: "country", ...query } });
  expect((await ask({})).values).toEqual([
    { value: "IT", entities: 2 },
    { value: "GR", entities: 1 },
    { value: "Åland", entities: 1 },
  ]);
  expect(await ask({ q: "ALA", limit: 1 })).toEqual({
    values: [{ value: "Åland", entities: 1 }],
    total: 1,
    has_more: false,
  });
});
