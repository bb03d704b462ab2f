import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, unguarded } from "../rows/csv.ts";
import { node, way } from "../runtime/story.fixture.ts";
import { runToEnd } from "../steps.ts";
import { anyDialogue } from "./dialogue.arbitrary.ts";
import { exported } from "./exported.fixture.ts";
import { exportLinesCsv, LINE_COLUMNS } from "./lines-csv.ts";

/** The rows of a table below its head, an empty cell as an empty text. */
const rowsOf = (content: string) => {
  const [head, ...rows] = runToEnd(readCsv(content, ",")).map(({ cells }) => cells.map((cell) => cell ?? ""));
  expect(head).toEqual(LINE_COLUMNS);
  return rows;
};

describe("the lines of a dialogue as CSV", () => {
  test("are read as one would read them aloud, each with what is said before it", () => {
    const { content, report } = exportLinesCsv(
      exported(
        [
          node("A", [way("b1", "C", { choice_text: "Pay, then go", status: "final" }), way("b2", "Hub", SILENT)], {
            text: 'Halt! "Two coins," he says.',
          }),
          node("B", [], { text: "At the wall.\nIt is cold." }),
          node("C", [], { text: "Through the gate." }),
          node("Hub", [way("b3", "B", SILENT)], { kind: "hub", text: "" }),
        ],
        [],
        { speaker_id: "ent_mara", status: "review" },
      ),
    );
    expect(rowsOf(content)).toEqual([
      ["dlg_1", "A", "", "line", "Mara", 'Halt! "Two coins," he says.', "review", ""],
      ["dlg_1", "A", "b1", "choice", "", "Pay, then go", "final", 'Halt! "Two coins," he says.'],
      ["dlg_1", "C", "", "end", "Mara", "Through the gate.", "review", "Pay, then go"],
      ["dlg_1", "B", "", "end", "Mara", "At the wall.\nIt is cold.", "review", 'Halt! "Two coins," he says.'],
    ]);
    expect(report.map(({ message }) => message)).toEqual(["The table has only texts, without the targets of choices."]);
  });

  test("say who speaks by label where nobody of the world does", () => {
    const { content, report } = exportLinesCsv(exported([node("A")], [], { speaker_label: "A voice" }));
    expect(rowsOf(content)).toEqual([["dlg_1", "A", "", "end", "A voice", "Words of A.", "draft", ""]]);
    expect(report).toEqual([]);
  });

  test.each(["=1+1", "+44", "-2", "@SUM(A1)", "\t=1", "＝1"])("never run as a formula: %s", (text) => {
    const written = exported([node("A", [way("b", "B", { ...SILENT, choice_text: text })], { text }), node("B")]);
    const [line, choice, after] = rowsOf(exportLinesCsv(written).content);
    for (const cell of [line?.[5], choice?.[5], choice?.[7], after?.[7]]) expect(cell).toBe(`'${text}`);
  });

  test("come back as they were, whatever was written", () => {
    fc.assert(
      fc.property(anyDialogue, (dialogue) => {
        const rows = rowsOf(exportLinesCsv(dialogue).content);
        const worded = dialogue.nodes.flatMap(({ id, text, branches }) => [
          { ids: `${id} `, text },
          ...branches.map((branch) => ({ ids: `${id} ${branch.id}`, text: branch.choice_text })),
        ]);
        const said = worded.filter(({ text }) => text.trim() !== "").map(({ ids, text }) => `${ids} ${text}`);
        const read = rows.map((cells) => `${cells[1]} ${cells[2]} ${unguarded(cells[5] ?? "")}`);
        expect(read.sort()).toEqual(said.sort());
      }),
    );
  });
});

const SILENT = { choice_text: "", kind: "auto", status: "draft" } as const;
