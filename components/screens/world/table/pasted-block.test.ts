import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergePatch } from "#domain/change/merge-patch.ts";
import type { JsonObject } from "#domain/json.ts";
import { PLAIN_PROPERTY, type PropertyKind } from "#domain/templates/template.ts";
import {
  copyBlock,
  type PastedRow,
  partsOfPaste,
  planPaste,
  proposeColumns,
  readBlock,
  readCell,
  textOfCell,
} from "./pasted-block.ts";

const PATHS = ["mood", "stats.oil", "lit"];
const ROWS: readonly PastedRow[] = [
  { id: "a", name: "The lamp", external_id: "lamp", properties: { mood: "calm", stats: { oil: 3 }, lit: true } },
  { id: "b", name: "The bell", external_id: "bell", properties: { mood: "low" } },
  { id: "c", name: "The gate", external_id: "gate", properties: {} },
];
const table = { rows: ROWS, shown: PATHS, paths: PATHS };
const plan = (text: string, from = 0) => {
  const block = readBlock(text, PATHS);
  return planPaste(block, proposeColumns(block, table), { rows: ROWS, from, kinds: new Map([["lit", "flag"]]) });
};

describe("given rows of a table", () => {
  test("when a block with heads is pasted, rows are known by their names, and each cell is read as what is there", () => {
    const { changes, leftOut, same } = plan(
      'Name\tmood\tstats.oil\tlit\r\nThe bell\tlow\t\tno\r\nThe lamp\t"calm,\tstill"\t4\tmaybe\r\nThe well\t\t1\t',
    );
    expect(changes.map(({ row, column, before, after }) => [row.id, column, before, after])).toEqual([
      ["b", "properties.lit", undefined, false],
      ["a", "properties.mood", "calm", "calm,\tstill"],
      ["a", "properties.stats.oil", 3, 4],
    ]);
    expect(same).toBe(1);
    expect(leftOut).toEqual([
      { number: 3, said: "maybe", why: "The value must be yes or no." },
      { number: 4, said: "The well", why: "No row shown has this name or ID." },
    ]);
  });

  test("when cells without heads are pasted, they go from the active row on into the properties that are shown", () => {
    const { changes, leftOut } = plan("bright\t7\ndim\t8", 2);
    expect(changes.map(({ row, column, after }) => [row.id, column, after])).toEqual([
      ["c", "properties.mood", "bright"],
      ["c", "properties.stats.oil", 7],
    ]);
    expect(leftOut).toEqual([{ number: 2, said: "dim", why: "There is no row here in the table." }]);
  });

  test("when the ids stand in it, names are changed by it", () => {
    const { changes } = plan("ID in your game\tName\nbell\tThe low bell");
    expect(changes.map(({ row, column, after }) => [row.id, column, after])).toEqual([["b", "name", "The low bell"]]);
    expect(partsOfPaste(changes)).toEqual({
      make: [{ op: "update", id: "b", patch: { name: "The low bell" } }],
      undo: [{ op: "update", id: "b", patch: { name: "The bell" } }],
    });
  });

  test("when the block is broken, the row is named", () => {
    expect(() => readBlock('Name\n"never closed', PATHS)).toThrow("Row 2: a quoted cell is not closed.");
  });
});

/** JSON as a property may hold it: no null, which a patch would take for a removal. */
const value = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    fc.string(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("json"), { maxKeys: 2 }),
  ),
})).json;
const rows = fc
  .array(
    fc.record({ mood: value, stats: fc.dictionary(fc.constant("oil"), value), lit: value }, { requiredKeys: [] }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((all) =>
    all.map((properties, at): PastedRow => ({ id: `${at}`, name: `Row ${at}`, external_id: `r${at}`, properties })),
  );

test("given any rows, what is copied and pasted changes nothing", () => {
  fc.assert(
    fc.property(rows, (of) => {
      const block = readBlock(
        copyBlock(of, ["name", "external_id", "properties.mood", "properties.stats.oil", "properties.lit"]),
        PATHS,
      );
      const columns = proposeColumns(block, { ...table, rows: of });
      expect(planPaste(block, columns, { rows: of, from: 0, kinds: new Map() })).toMatchObject({
        changes: [],
        leftOut: [],
      });
    }),
  );
});

test("given any rows and others to paste over them, then each cell that was said to change does, and undo gives back what was there", () => {
  fc.assert(
    fc.property(rows, rows, (of, others) => {
      const block = readBlock(copyBlock(others, ["external_id", "properties.mood", "properties.lit"]), PATHS);
      const columns = proposeColumns(block, { ...table, rows: of });
      const { changes } = planPaste(block, columns, { rows: of, from: 0, kinds: new Map() });
      const { make, undo } = partsOfPaste(changes);
      const after = (list: readonly PastedRow[], parts: typeof make) =>
        list.map((row) => {
          const patch = parts.find(({ id }) => id === row.id)?.patch.properties;
          return patch === undefined ? row : { ...row, properties: mergePatch(row.properties as JsonObject, patch) };
        });
      const changed = after(of, make);
      for (const { row, column, after: wanted } of changes) {
        const key = column.slice("properties.".length);
        expect(Reflect.get(changed.find(({ id }) => id === row.id)?.properties ?? {}, key)).toEqual(wanted);
      }
      expect(after(changed, undo)).toEqual(of);
    }),
  );
});

test("a declared property is read as its kind, and what only a template refuses is left to the record", () => {
  const define = (key: string, kind: PropertyKind, options: readonly string[] = []) =>
    [key, { ...PLAIN_PROPERTY, key, label: key, kind, options }] as const;
  const definitions = new Map([
    define("age", "number"),
    define("alive", "boolean"),
    define("born", "date"),
    define("mood", "choice", ["grim", "glad"]),
    define("traits", "choices", ["proud"]),
  ]);
  const row = { id: "ent_1", name: "Bor", external_id: "bor", properties: { age: "old", traits: ["proud", "quiet"] } };
  const read = (key: string, text: string) => readCell(row, `properties.${key}`, text, new Map(), definitions);
  expect(read("age", "1,5")).toEqual({ before: "old", after: 1.5 });
  expect(read("age", "many")).toEqual({ problem: "This must be a number." });
  expect(read("alive", "yes")).toEqual({ before: undefined, after: true });
  expect(read("born", "1421-02-30")).toEqual({ problem: "This must be a day of the calendar." });
  expect(read("mood", "sad")).toEqual({ before: undefined, after: "sad" });
  expect(read("traits", "proud, kind")).toEqual({ before: ["proud", "quiet"], after: ["proud", "kind"] });
  expect(read("traits", " ")).toEqual({ before: ["proud", "quiet"], after: undefined });
  expect(textOfCell(row, "properties.traits", definitions)).toBe("proud, quiet");
});
