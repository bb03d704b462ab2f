import { expect, test } from "vitest";
import { sheetText, workbook } from "#domain/rows/workbook.fixture.ts";
import { mappingOf, readRows, rowsOfFile } from "./row-source.ts";

const excelFile = (sheets: Record<string, string>) => new File([workbook(sheets)], "cast.xlsx");

test("an Excel file is read as its first sheet that has rows: names, numbers, yes and no, days, and empty cells", async () => {
  const file = excelFile({
    Notes: "",
    Cast: [
      `<row r="1">${sheetText("A1", "Name")}${sheetText("B1", "Age")}${sheetText("C1", "Sworn")}${sheetText("D1", "Born")}${sheetText("E1", "Place")}</row>`,
      `<row r="2">${sheetText("A2", "Odo Pell")}<c r="B2"><v>61</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" s="1"><v>36526</v></c></row>`,
      `<row r="4">${sheetText("A4", "=Vesna, the “tall”")}${sheetText("E4", "Net Loft")}</row>`,
    ].join(""),
    Places: `<row r="1">${sheetText("A1", "Name")}</row>`,
  });
  const { name, content } = await rowsOfFile(file);
  expect(name).toBe("cast.xlsx, sheet “Cast” of 2");
  const source = await readRows({ name: name, content: content }, "character");
  expect(mappingOf(source)).toEqual([
    { column: "Name", to: "name" },
    { column: "Age", to: "properties.Age", as: "number" },
    { column: "Sworn", to: "properties.Sworn", as: "boolean" },
    { column: "Born", to: "properties.Born", as: "text" },
    { column: "Place", to: "parent_name" },
  ]);
  const rows = source.file.rows.map(({ number, cells }) => [number, ...[...cells.entries()].map(([, cell]) => cell)]);
  expect(rows).toEqual([
    [2, "Odo Pell", "61", "true", "2000-01-01", undefined],
    [4, "'=Vesna, the “tall”", undefined, undefined, undefined, "Net Loft"],
  ]);
});

test("a file that is none is told so in words, as is one without rows", async () => {
  const broken = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0xff])], "cast.xlsx");
  await expect(rowsOfFile(broken)).rejects.toThrow("no Excel file");
  await expect(rowsOfFile(excelFile({ Notes: "" }))).rejects.toThrow("no rows");
  await expect(rowsOfFile(new File([new Uint8Array([0xff, 0xfe, 0x00])], "cast.xls"))).rejects.toThrow("CSV UTF-8");
});
