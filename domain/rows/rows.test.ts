import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { runToEnd } from "../steps.ts";
import { CsvFault, readCsv } from "./csv.ts";
import { mergedProperties, rowReader } from "./entity-row.ts";
import { ExportColumns, type ExportedEntity } from "./exported-rows.ts";
import { type ColumnMapping, canShare, proposeMapping, targetOf } from "./mapping.ts";
import { type RowFormat, readRowFile } from "./row-file.ts";

const csv = (text: string) => runToEnd(readCsv(text));
const file = (format: RowFormat, content: unknown) => runToEnd(readRowFile(format, content));

/** The entities a file makes of nothing, by the mapping that is proposed for it. */
function imported(format: RowFormat, content: unknown): { entities: ExportedEntity[]; faults: unknown[] } {
  const read = file(format, content);
  const reader = rowReader(read, proposeMapping(read));
  const rows = read.rows.map(reader);
  return {
    entities: rows.map(({ entity: { properties, ...fields } }) => {
      return { ...fields, properties: mergedProperties({}, { properties }) } as ExportedEntity;
    }),
    faults: rows.flatMap(({ faults }) => faults),
  };
}

function exportedCsv(entities: readonly ExportedEntity[]): string {
  const columns = new ExportColumns();
  for (const entity of entities) columns.add(entity);
  return columns.head() + entities.map((entity) => columns.line(entity)).join("");
}

describe("CSV", () => {
  test("is read with quotes, line breaks inside, three delimiters, three line ends and a byte-order mark", () => {
    const cells = [
      ["name", "says"],
      ["Ana", 'a "b", c\nd'],
    ];
    for (const text of [
      'name,says\r\nAna,"a ""b"", c\nd"\r\n',
      '\ufeffname;says\n"Ana";"a ""b"", c\nd"',
      'name\tsays\rAna\t"a ""b"", c\nd"\r',
    ]) {
      expect(csv(text).map((record) => record.cells)).toEqual(cells);
    }
  });

  test("counts rows as spreadsheets do, and tells an empty cell from an empty text", () => {
    expect(csv('a,b,c\n\n1,,""\n,\n2,')).toEqual([
      { number: 1, cells: ["a", "b", "c"] },
      { number: 3, cells: ["1", null, ""] },
      { number: 4, cells: [null, null] },
      { number: 5, cells: ["2", null] },
    ]);
  });

  test("is read in time whatever its quotes are", () => {
    for (const text of ['"', '""', '","', '"\n', 'a"', "\r", '"",', "a,"].map((part) => part.repeat(200_000))) {
      try {
        csv(`${text}x`);
      } catch (error) {
        expect(error).toBeInstanceOf(CsvFault);
      }
    }
    expect(csv(`"${"x".repeat(20_000_000)}",2`)[0]?.cells[1]).toBe("2");
  });

  test("names the row where a quote is not closed, or text follows it", () => {
    const rowOf = (text: string) => {
      try {
        csv(text);
      } catch (error) {
        return error instanceof CsvFault ? error.row : error;
      }
      return null;
    };
    expect([rowOf('a\nb\n"c'), rowOf('a\n"b"c\n'), rowOf('a\n"b"\n')]).toEqual([3, 2, null]);
  });
});

describe("a file of rows", () => {
  test("is refused where there are none to be found", () => {
    for (const [format, content, said] of [
      ["csv", "", /empty/],
      ["csv", 'a\n"b', /^Row 2: /],
      ["csv", [], /text/],
      ["json", "{", /not JSON/],
      ["json", { a: [], b: [] }, /one list/],
      ["json", "5", /list of objects/],
    ] as const) {
      expect(() => file(format, content), String(content)).toThrow(said);
    }
  });

  test("says of each row that is none why, by its number", () => {
    const faults = (format: RowFormat, content: unknown) =>
      file(format, content).rows.flatMap(({ number, fault }) => (fault === null ? [] : [[number, fault]]));
    expect(faults("ndjson", '{"a":1}\n\n{oops\n[1]\n{"a":2}')).toEqual([
      [3, "the row is not a JSON object"],
      [4, "the row is not a JSON object"],
    ]);
    expect(faults("json", { rows: [{ a: 1 }, "x"] })).toEqual([[2, "the row is not a JSON object"]]);
    expect(faults("csv", "a,b\n1,2,3\n1,2,,\n")).toEqual([[2, "the row has more cells than there are columns"]]);
  });

  test("has names of columns that are told apart", () => {
    expect(file("csv", "name,,name,name\n").columns).toEqual(["name", "Column 2", "name (2)", "name (3)"]);
  });

  test("is read in time however many columns have one name, and however many rows have few cells", () => {
    const table = file("csv", `${"a,".repeat(1_999)}a\n${"1\n".repeat(50_000)}`);
    expect(table.columns.at(-1)).toBe("a (2000)");
    const read = rowReader(table, proposeMapping(table));
    expect(table.rows.map(read).filter(({ entity }) => entity.properties.length === 1)).toHaveLength(50_000);
    const wide = Object.fromEntries(table.columns.map((column) => [column, 1]));
    const sparse = file("json", [wide, ...Array.from({ length: 50_000 }, () => ({ "a (1000)": 2 }))]);
    const last = rowReader(sparse, proposeMapping(sparse))(sparse.rows.at(-1) ?? { number: 0, cells: [], fault: "" });
    expect(last.entity.properties).toEqual([[["a (1000)"], 2]]);
  });

  test("has rows that are put together in time, however many of their values are", () => {
    let copied = 0;
    const counting = (inside: JsonObject): JsonObject =>
      new Proxy(inside, { ownKeys: (target) => [++copied, Reflect.ownKeys(target)].slice(1).flat() as string[] });
    const properties = Array.from({ length: 20_000 }, (_, at) => [["deep", `key${at}`], at] as const);
    const merged = mergedProperties(counting({ deep: counting({ kept: 0 }), other: 1 }), { properties });
    expect(Object.keys(merged.deep as JsonObject)).toHaveLength(20_001);
    expect([copied, merged.other]).toEqual([2, 1]);
  });

  test("is refused with more than 2,000 columns", () => {
    const lines = Array.from({ length: 2_001 }, (_, at) => JSON.stringify({ [`key${at}`]: at }));
    for (const [format, content] of [
      ["csv", `${"a,".repeat(1_000_000)}a\n`],
      ["ndjson", lines.join("\n")],
    ] as const) {
      expect(() => file(format, content)).toThrow("more than 2,000 columns");
    }
  });
});

describe("a mapping", () => {
  test("is proposed from what people call their columns, and from what stands in them", () => {
    const table = file(
      "csv",
      "Code,Title,Kind,Part of,Population,Island,Numeric,v1.2\nAW,Aruba,state,,106000,yes,004,x\n",
    );
    expect(proposeMapping(table)).toEqual([
      { column: "Code", to: "external_id" },
      { column: "Title", to: "name" },
      { column: "Kind", to: "type" },
      { column: "Part of", to: "parent_external_id" },
      { column: "Population", to: "properties.Population", as: "number" },
      { column: "Island", to: "properties.Island", as: "boolean" },
      { column: "Numeric", to: "properties.Numeric", as: "text" },
      { column: "v1.2", to: "properties.v1_2", as: "text" },
    ]);
    expect(proposeMapping(file("json", [{ id: 1, address: { city: "Salt" } }]))).toContainEqual({
      column: "address.city",
      to: "properties.address.city",
      as: "json",
    });
    const typed = proposeMapping(table, { hasType: true });
    expect(typed.find(({ column }) => column === "Kind")).toEqual({
      column: "Kind",
      to: "properties.Kind",
      as: "text",
    });
  });

  test("is proposed by names where a file has no ids, with names in two columns", () => {
    const proposed = (heads: string) => proposeMapping(file("csv", `${heads}\n`)).map(({ to }) => to);
    expect(proposed("Name,Role,Place,Part of")).toEqual(["name", "properties.Role", "properties.Place", "parent_name"]);
    expect(proposed("Title,Last name,First name,Lives in")).toEqual([
      "properties.Title",
      "name",
      "name",
      "parent_name",
    ]);
    expect(proposed("ID,Title,Last name,Place")).toEqual([
      "external_id",
      "name",
      "properties.Last name",
      "properties.Place",
    ]);
  });

  test("puts texts of several columns together in its own order, and nothing else", () => {
    const table = file("csv", "Last,First,Born,Died\nPell, Odo ,12,\n,Vesna,,40\n");
    const mapping: ColumnMapping[] = [
      { column: "First", to: "name" },
      { column: "Last", to: "name" },
      { column: "Born", to: "properties.years", as: "text" },
      { column: "Died", to: "properties.years", as: "text" },
    ];
    const rows = table.rows.map(rowReader(table, mapping)).map(({ entity }) => entity);
    expect(rows).toEqual([
      { name: "Odo Pell", properties: [[["years"], "12"]] },
      { name: "Vesna", properties: [[["years"], "40"]] },
    ]);
    const shares = (to: string, as?: ColumnMapping["as"]) => canShare({ to, as }, table);
    expect([shares("name"), shares("properties.a"), shares("properties.a", "number"), shares("type")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("names a field, a path or nothing", () => {
    expect(targetOf("parent_external_id")).toEqual({ field: "parent_external_id" });
    expect(targetOf("properties.a.b")).toEqual({ path: ["a", "b"] });
    expect(targetOf("properties")).toEqual({ path: [] });
    for (const to of ["id", "property.a", "properties.", "properties.a..b"])
      expect(targetOf(to)).toHaveProperty("fault");
  });

  test("reads cells as their type, and says which field a cell is wrong for", () => {
    const table = file("csv", "n,b,j,t\n1.5,Yes,[1],'=x\n,,,\n1 m,maybe,{,ok\n9007199254740993,0,null,''\n");
    const mapping: ColumnMapping[] = [
      { column: "n", to: "properties.n", as: "number" },
      { column: "b", to: "properties.deep.b", as: "boolean" },
      { column: "j", to: "properties.j", as: "json" },
      { column: "t", to: "name" },
    ];
    const rows = table.rows.map(rowReader(table, mapping));
    const seen = rows.map(({ entity }) => [entity.name, mergedProperties({ deep: { kept: 1 } }, entity)]);
    expect(seen).toEqual([
      ["=x", { n: 1.5, deep: { kept: 1, b: true }, j: [1] }],
      [undefined, { deep: { kept: 1 } }],
      ["ok", { deep: { kept: 1 } }],
      ["''", { deep: { kept: 1, b: false }, j: null }],
    ]);
    expect(rows.map(({ faults }) => faults.map(({ loc }) => loc.join(".")))).toEqual([
      [],
      [],
      ["properties.n", "properties.deep.b", "properties.j"],
      ["properties.n"],
    ]);
  });
});

const key = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "a.b", "a:b", "a:number", "", " x ", "=cmd", "type", "constructor"),
  fc.string({ maxLength: 3 }).filter((text) => !text.includes("\0")),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, -5, 1e21, "", "004", "5", "yes", "=1+1", "'=1", "'", " a\r\n", 'q"', ";"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
}));
const text = fc.oneof(fc.constantFrom("=A1", "'+1", "-", "@x", "Å", "x,y"), fc.string({ minLength: 1, maxLength: 5 }));
const entity: fc.Arbitrary<ExportedEntity> = fc
  .record({
    external_id: text,
    type: text,
    name: text,
    parent_external_id: fc.option(fc.option(text), { nil: undefined }),
    properties: fc.dictionary(key, value, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
  })
  .map(({ parent_external_id: parent, ...rest }) =>
    parent === undefined ? rest : { ...rest, parent_external_id: parent },
  );

test("what was exported comes back as it was, as CSV and as NDJSON", () => {
  fc.assert(
    fc.property(fc.array(entity, { minLength: 1, maxLength: 4 }), (entities) => {
      const plain = JSON.parse(JSON.stringify(entities)) as ExportedEntity[];
      const ndjson = plain.map((each) => JSON.stringify(each)).join("\n");
      for (const back of [imported("csv", exportedCsv(plain)), imported("ndjson", ndjson)]) {
        expect(back.faults).toEqual([]);
        expect(JSON.parse(JSON.stringify(back.entities))).toEqual(plain);
      }
    }),
  );
});

test("no cell of an export begins as a formula", () => {
  fc.assert(
    fc.property(fc.array(entity, { minLength: 1, maxLength: 3 }), (entities) => {
      for (const { cells } of csv(exportedCsv(entities))) {
        for (const cell of cells) {
          const isNumber = cell !== null && Number.isFinite(Number(cell));
          if (!isNumber) expect(cell ?? "").not.toMatch(/^[=+\-@\t\r]/);
        }
      }
    }),
  );
});
