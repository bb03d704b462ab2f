import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "#domain/canonical-json.ts";
import { mergePatch } from "#domain/change/merge-patch.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { type Draft, draftOf, readChanges, readDraft } from "./draft.ts";
import { type ObjectShape, type Shape, shapeOf } from "./shape.ts";

const LINE = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string", minLength: 1, maxLength: 5 } },
};

describe("how a value of a schema is asked for", () => {
  test.each<[string, JsonObject, Shape]>([
    ["a text", { type: "string", minLength: 1 }, { kind: "text", min: 1, max: null, pattern: null }],
    [
      "one of some",
      { enum: ["a_b", "c"] },
      {
        kind: "choice",
        options: [
          { value: "a_b", label: "A b" },
          { value: "c", label: "C" },
        ],
      },
    ],
    [
      "a whole number",
      { type: "integer", minimum: 1, maximum: 9 },
      { kind: "number", isInteger: true, min: 1, max: 9 },
    ],
    ["yes or no", { type: "boolean" }, { kind: "flag" }],
    ["texts", { type: "array", items: { type: "string" }, maxItems: 3 }, { kind: "texts", min: 0, max: 3 }],
    ["what a reference names", { $ref: "#/$defs/n", $defs: { n: { type: "boolean" } } }, { kind: "flag" }],
    ["numbers to choose from", { enum: [1, 2] }, { kind: "json" }],
    ["a list of objects", { type: "array", items: LINE }, { kind: "json" }],
    ["alternatives", { oneOf: [{ type: "string" }] }, { kind: "json" }],
    ["anything", {}, { kind: "json" }],
    ["names that are open", { type: "object", additionalProperties: { type: "string" } }, { kind: "json" }],
    ["a circle", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }, { kind: "json" }],
  ])("%s", (_, schema, shape) => {
    expect(shapeOf(schema)).toEqual(shape);
  });

  test("an object, with what its fields are called", () => {
    const shape = shapeOf({
      type: "object",
      required: ["speaker_label"],
      properties: {
        speaker_label: { type: "string" },
        mood: { type: "string", title: "How they feel", description: "A word." },
      },
    });
    expect(shape).toMatchObject({
      kind: "object",
      fields: [
        { name: "speaker_label", label: "Speaker label", isRequired: true },
        { name: "mood", label: "How they feel", hint: "A word.", isRequired: false },
      ],
    });
  });

  test("objects within objects within objects are written as JSON", () => {
    const nested = (depth: number): JsonObject =>
      depth === 0 ? LINE : { type: "object", properties: { next: nested(depth - 1) } };
    const kinds: string[] = [];
    for (let shape = shapeOf(nested(6)); ; ) {
      kinds.push(shape.kind);
      if (shape.kind !== "object") break;
      const [next] = shape.fields;
      if (next === undefined) break;
      shape = next.shape;
    }
    expect(kinds).toEqual(["object", "object", "object", "json"]);
  });
});

describe("what a draft stands for", () => {
  const issuesOf = (schema: JsonObject, draft: Parameters<typeof readDraft>[1]) =>
    readDraft(shapeOf(schema), draft).issues;

  test("what is not filled in is left out where it may be, and asked for where it may not", () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { a: { type: "string", minLength: 1 }, b: { type: "number" } },
    };
    expect(readDraft(shapeOf(schema), { a: "x", b: "" })).toEqual({ value: { a: "x" }, issues: [] });
    expect(issuesOf(schema, { a: "", b: "x" })).toEqual([
      { path: ["a"], message: "This field is required." },
      { path: ["b"], message: "Write a number." },
    ]);
  });

  test.each<[string, JsonObject, string, string]>([
    ["too long", { type: "string", maxLength: 2 }, "abc", "No more than 2 characters."],
    ["another form", { type: "string", pattern: "^a$" }, "b", "This has the wrong format."],
    ["none of them", { enum: ["a"] }, "", "Choose one of these."],
    ["not whole", { type: "integer" }, "1.5", "Write a whole number."],
    ["too small", { type: "integer", minimum: 3 }, "2", "At least 3."],
    ["too few lines", { type: "array", items: { type: "string" }, minItems: 2 }, "a\n\n", "At least 2 lines."],
    ["no JSON", {}, "{", "This is not valid JSON."],
  ])("%s", (_, schema, draft, message) => {
    expect(issuesOf(schema, draft)).toEqual([{ path: [], message }]);
  });

  test("a decimal comma is a point", () => {
    expect(readDraft(shapeOf({ type: "number" }), "1,5")).toEqual({ value: 1.5, issues: [] });
  });

  test("whatever fits a schema stays what it is on its way through the form", () => {
    const schema = {
      type: "object",
      required: ["title", "kind", "count", "is_open", "lines", "deep", "free"],
      properties: {
        title: { type: "string" },
        kind: { enum: ["one", "two"] },
        count: { type: "number" },
        is_open: { type: "boolean" },
        lines: { type: "array", items: { type: "string" } },
        deep: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
        free: {},
      },
    };
    const values = fc.record({
      title: fc.string(),
      kind: fc.constantFrom("one", "two"),
      count: fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (Object.is(each, -0) ? 0 : each)),
      is_open: fc.boolean(),
      lines: fc.array(fc.stringMatching(/^[a-z ]*[a-z]$/)),
      deep: fc.record({ text: fc.string() }),
      free: fc.jsonValue(),
    });
    fc.assert(
      fc.property(values, (value) => {
        const shape = shapeOf(schema);
        const sent = JSON.parse(JSON.stringify(value)) as Json;
        expect(readDraft(shape, draftOf(shape, sent))).toEqual({ value: sent, issues: [] });
      }),
    );
  });
});

describe("what was edited", () => {
  /** The schema of a value as a form shows it; what it leaves out stands for what a form does not know. */
  const schemaOf = (value: Json, depth = 0): JsonObject => {
    if (typeof value === "string") return { type: "string" };
    if (typeof value === "number") return { type: "number" };
    if (typeof value === "boolean") return { type: "boolean" };
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) {
      return { type: "array", items: { type: "string" } };
    }
    if (!isJsonObject(value) || depth > 2) return {};
    const known = Object.entries(value).filter(([name]) => !name.startsWith("x"));
    return {
      type: "object",
      properties: Object.fromEntries(known.map(([name, own]) => [name, schemaOf(own, depth + 1)])),
    };
  };

  /** Returns another draft of one leaf of a form, with its path; null where there is none. */
  const edit = (
    shape: Shape,
    draft: Draft,
    pick: number,
    path: readonly string[],
  ): [Draft, readonly string[]] | null => {
    if (shape.kind === "object") {
      const field = shape.fields[pick % shape.fields.length];
      if (field === undefined || !isJsonObject(draft)) return null;
      const inner = edit(field.shape, draft[field.name] ?? null, Math.floor(pick / 7), [...path, field.name]);
      return inner === null ? null : [{ ...draft, [field.name]: inner[0] }, inner[1]];
    }
    if (shape.kind === "flag") return [draft !== true, path];
    if (shape.kind === "number") return [String(Number(draft) + 1 === Number(draft) ? 7 : Number(draft) + 1), path];
    if (shape.kind === "json") return [draft === "[1]" ? "[2]" : "[1]", path];
    return [`${String(draft)}edited`, path];
  };

  const without = (value: Json, [first, ...rest]: readonly string[]): Json => {
    if (first === undefined || !isJsonObject(value)) return null;
    const { [first]: own, ...others } = value;
    return rest.length === 0 ? others : { ...others, [first]: without(own ?? null, rest) };
  };

  test("alone changes: every other value of any object stays what it was", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    const { tree } = fc.letrec<{ tree: JsonObject; node: Json }>((tie) => ({
      tree: fc.dictionary(name, tie("node"), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
      node: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.string()),
        fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
        tie("tree"),
      ),
    }));
    let edits = 0;
    fc.assert(
      fc.property(tree, fc.nat(), (given, pick) => {
        const before = JSON.parse(JSON.stringify(given)) as JsonObject;
        const shape = shapeOf(schemaOf(before));
        if (shape.kind !== "object") return;
        const drawn = draftOf(shape, before);
        expect(readChanges(shape, before, drawn)).toEqual({ value: {}, issues: [] });
        const [draft, path] = edit(shape, drawn, pick, []) ?? [];
        if (draft === undefined || path === undefined) return;
        const read = readChanges(shape, before, draft);
        if (!("value" in read) || !isJsonObject(read.value)) throw new Error("an edit was refused");
        const after = mergePatch(before, read.value);
        expect(canonicalJson(without(after, path))).toBe(canonicalJson(without(before, path)));
        expect(canonicalJson(after)).not.toBe(canonicalJson(before));
        edits += 1;
      }),
    );
    expect(edits).toBeGreaterThan(30);
  });

  test("and was cleared is empty or null, never left out", () => {
    const schema = {
      type: "object",
      properties: {
        note: { type: "string" },
        name: { type: "string", minLength: 1 },
        limit: { anyOf: [{ type: "integer" }, { type: "null" }] },
      },
    };
    const shape = shapeOf(schema) as ObjectShape;
    const before = { note: "x", name: "y", limit: 7 };
    expect(readChanges(shape, before, { note: "", name: "y", limit: "" })).toEqual({
      value: { note: "", limit: null },
      issues: [],
    });
    expect(readChanges(shape, before, { note: "x", name: "", limit: "7" }).issues).toEqual([
      { path: ["name"], message: "This field is required." },
    ]);
  });

  test("as JSON loses what was taken out, and cannot say null", () => {
    const shape = shapeOf({ type: "object", properties: { free: {} } }) as ObjectShape;
    const before = { free: { a: 1, b: { c: 2, d: 3 } } };
    const read = (free: Json) => readChanges(shape, before, { free: JSON.stringify(free) });
    expect(read({ b: { c: 2 } })).toEqual({ value: { free: { a: null, b: { d: null } } }, issues: [] });
    expect(read({ a: 1, b: null }).issues).toHaveLength(1);
  });
});
