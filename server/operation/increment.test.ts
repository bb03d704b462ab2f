import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import { parseInput } from "../kernel/validation/parse.ts";
import { addIncrements, increment } from "./increment.ts";

const add = (properties: JsonObject, increments: Record<string, number>) =>
  addIncrements(properties, increments, ["body"]);

function mistakesOf(work: () => unknown): ValidationItem[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationProblem) return error.items;
    throw error;
  }
  return [];
}

function mistakesIn(value: unknown): ValidationItem[] {
  const schema = z.strictObject({ increment });
  const parsed = parseInput(schema, { increment: value }, { root: "body", lax: false });
  return parsed.ok ? [] : parsed.issues;
}

describe("adding increments", () => {
  test("given numbers, nothing and objects that are missing, then the sums stand and the rest is untouched", () => {
    const properties = { gold: 5, stats: { hp: 1.5 }, "a/b": 1, name: "Ana" };
    expect(add(properties, { "/gold": -7, "/stats/hp": 0.25, "/stats/new/deep": 2, "/a~1b": 1, "/": 3 })).toEqual({
      gold: -2,
      stats: { hp: 1.75, new: { deep: 2 } },
      "a/b": 2,
      name: "Ana",
      "": 3,
    });
    expect(properties).toEqual({ gold: 5, stats: { hp: 1.5 }, "a/b": 1, name: "Ana" });
    expect(Object.is(add({ gold: 1 }, { "/gold": -1 }).gold, 0)).toBe(true);
  });

  test("given something that is no number, or sums no JSON number holds, then each is named", () => {
    const properties = { name: "Ana", none: null, list: [1], max: Number.MAX_SAFE_INTEGER, huge: 1e308 };
    const increments = { "/name": 1, "/none": 1, "/list/0": 1, "/name/first": 1, "/max": 1, "/huge": 1e308 };
    expect(mistakesOf(() => add(properties, increments)).map(({ loc }) => loc)).toEqual(
      Object.keys(increments).map((pointer) => ["body", "increment", pointer]),
    );
  });
});

describe("the schema of increments", () => {
  test("given what is no pointer or no number, then the place is named", () => {
    expect(mistakesIn({ "/gold": 1, "/a~1b~0/": -0.5 })).toEqual([]);
    expect(mistakesIn({ gold: 1 })).toMatchObject([{ loc: ["body", "increment", "gold"], type: "value_error" }]);
    expect(mistakesIn({ "/a/__proto__/b": 1 })).toMatchObject([{ loc: ["body", "increment", "/a/__proto__/b"] }]);
    expect(mistakesIn({ "/a~2": 1 })).toMatchObject([{ loc: ["body", "increment", "/a~2"] }]);
    expect(mistakesIn({ "/gold": "1" })).toMatchObject([{ loc: ["body", "increment", "/gold"], type: "float_type" }]);
    expect(mistakesIn(JSON.parse('{"__proto__": 1}'))).toMatchObject([{ loc: ["body", "increment", "__proto__"] }]);
    expect(mistakesIn([1])).toMatchObject([{ loc: ["body", "increment"], type: "dict_type" }]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`/${index}`, 1]));
    expect(mistakesIn(many)).toMatchObject([{ loc: ["body", "increment"], type: "value_error" }]);
  });
});
