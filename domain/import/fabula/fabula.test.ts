import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportError } from "../import-error.ts";
import { importFabula } from "./fabula.ts";

function refusal(content: unknown): ImportError {
  try {
    importFabula(content);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error("the content was accepted");
}

const story = (graph: object, more: object = {}) => ({
  format: "fabula_json",
  version: 1,
  graphs: [{ key: "g", name: "Gate", ...graph }],
  ...more,
});

describe("importFabula", () => {
  it("fills in what may be left out, and lays out what has no place", () => {
    const imported = importFabula(
      story({
        start_key: "a",
        nodes: [
          { key: "a", branches: [{ target_key: "b", choice_text: "Go" }] },
          { key: "b", kind: "end" },
        ],
      }),
    );
    const [graph] = imported.graphs;
    expect(graph?.nodes.map((node) => [node.kind, node.canvas_x])).toEqual([
      ["line", 0],
      ["end", 360],
    ]);
    expect(graph?.nodes[0]?.branches[0]).toEqual({
      key: null,
      kind: "choice",
      target_key: "b",
      target_graph_key: null,
      choice_text: "Go",
      conditions: [],
      effects: [],
      when_unavailable: "hide",
      repeat: "sticky",
      repeat_scope: "playthrough",
      repeat_limit: null,
      opened_by: null,
      unwind: false,
      text_marks: [],
      status: "draft",
      final_text: null,
      weight: 1,
      extensions: {},
    });
  });

  it.each<[unknown, string, string]>([
    [[], "", "must be an object"],
    [{ ...story({}), version: 2 }, "/version", "must be 1"],
    [story({ nodes: [{ key: "a", kind: "poem" }] }), "/graphs/0/nodes/0/kind", "must be one of"],
    [story({ nodes: [{ key: "a", colour: 1 }] }), "/graphs/0/nodes/0/colour", "unknown field"],
    [story({ nodes: [{ key: "a" }, { key: "a" }] }), "/graphs/0/nodes/1/key", "another node"],
    [story({ nodes: [{ text: "x" }] }), "/graphs/0/nodes/0/key", "is missing"],
    [story({ nodes: [{ key: "a", group_key: "x" }] }), "/graphs/0/nodes/0/group_key", "is not a group"],
    [
      story({ nodes: [{ key: "a", branches: [{ conditions: [{ op: "eq", args: [{ lit: 1 }] }] }] }] }),
      "/graphs/0/nodes/0/branches/0/conditions/0/args",
      "must hold two",
    ],
    [story({}, { variables: [{ name: "x", type: "integer", default: 1.5 }] }), "/variables/0/default", "must fit"],
    [story({}, { entities: [{ key: "e", name: "E" }] }), "/entities/0/type", "is missing"],
    [
      JSON.parse('{"format":"fabula_json","version":1,"graphs":[{"key":"g","name":"G","__proto__":{}}]}'),
      "/graphs/0/__proto__",
      "unknown field",
    ],
  ])("tells where %j is wrong", (content, pointer, words) => {
    const error = refusal(content);
    expect([error.code, error.pointer]).toEqual(["invalid_shape", pointer]);
    expect(error.message).toContain(words);
  });

  it("tells everything that is wrong, up to a limit", () => {
    const bad = story({ nodes: Array.from({ length: 80 }, (_, i) => ({ key: `${i}`, text: i })) });
    expect(refusal(bad).issues).toHaveLength(50);
  });

  it.each([
    ["{", "invalid_json"],
    ["[".repeat(100_000), "invalid_json"],
    [`${"[".repeat(200_000)}${"]".repeat(200_000)}`, "too_deep"],
    ['{"a":"\\u0000"}', "invalid_character"],
    ['{"a":"\\ud800"}', "invalid_character"],
    ['{"a":1e999}', "invalid_shape"],
    [undefined, "invalid_shape"],
    [story({}).graphs[0], "invalid_shape"],
    ['{"format":"fabula_json","version":1,"graphs":[]}', "empty_story"],
  ])("refuses %.20j as %s", (content, code) => {
    expect(refusal(content).code).toBe(code);
  });

  it("throws nothing but ImportError for any JSON, nor for any damage to a good file", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(refusal(value)).toBeInstanceOf(ImportError);
      }),
    );
    const good = JSON.stringify(
      story({ nodes: [{ key: "a", branches: [{ target_key: "a" }], tags: ["x"], conditions: [{ var: "v" }] }] }),
    );
    fc.assert(
      fc.property(
        fc.nat(good.length),
        fc.nat(6),
        fc.constantFrom("", "null", '"', "{}", "[1]", "1"),
        (at, cut, put) => {
          try {
            importFabula(good.slice(0, at) + put + good.slice(at + cut));
          } catch (error) {
            expect(error).toBeInstanceOf(ImportError);
          }
        },
      ),
    );
  });
});
