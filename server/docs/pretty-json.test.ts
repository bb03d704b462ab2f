import fc from "fast-check";
import { expect, test } from "vitest";
import { prettyJson } from "./pretty-json.ts";

test("short lists and objects inside others stay on a line; the outermost opens", () => {
  expect(prettyJson({ loc: ["query", "limit"], ctx: { le: 500 }, input: {}, items: [{ a: [1] }] })).toBe(
    '{\n  "loc": ["query", "limit"],\n  "ctx": { "le": 500 },\n  "input": {},\n  "items": [\n    {\n      "a": [1]\n    }\n  ]\n}',
  );
});

test("it is the same JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
      expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
