import { describe, expect, test } from "vitest";
import { after, branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { type CellEdit, changeLines, editsOfBlock, editsOfFill, planEdits, textOfRange } from "./line-changes.ts";
import { countBySpeaker, lineRows } from "./line-rows.ts";

const MARA = { id: "ent_mara", name: "Mara" };
const MODEL = {
  ...smallContent(),
  nodes: new Map(
    [
      sampleNode({
        id: "node_a",
        text: "Who goes there?",
        speaker_label: "Guard",
        branches: [
          { ...branch("br_a", "A friend of yours."), target_node_id: "node_b" },
          { ...branch("br_b", ""), kind: "auto" as const },
        ],
      }),
      sampleNode({ id: "node_check", kind: "condition", branches: [{ ...branch("br_c"), kind: "auto" as const }] }),
      sampleNode({ id: "node_b", text: "Pass.", speaker_label: "Guard" }),
      sampleNode({ id: "node_c", text: "" }),
    ].map((node) => [node.id, node]),
  ),
};
const rowsOf = (model = MODEL) =>
  lineRows([...model.nodes.keys()], model.nodes, ({ speaker_label, speaker_id }) =>
    speaker_id === MARA.id ? "Mara" : (speaker_label ?? ""),
  );
const ROWS = rowsOf();
const WHOLE = { top: 0, bottom: 3, left: 0, right: 2 };

/** The rows after edits, as a spreadsheet would have them. */
function changed(edits: readonly CellEdit[]): string[] {
  const gesture = changeLines(planEdits(edits).changes, [MARA]);
  const rows = rowsOf(
    gesture === null
      ? MODEL
      : { ...after(MODEL, gesture.operations), nodes: after(MODEL, gesture.operations).nodes as never },
  );
  return textOfRange(rows, WHOLE).split("\n");
}

describe("the lines of a dialogue as a table", () => {
  test("choices stand below their line; what says nothing has no row", () => {
    expect(ROWS.map(({ id, words, before }) => [id, words, before])).toEqual([
      ["node_a", "Who goes there?", ""],
      ["br_a", "A friend of yours.", "Who goes there?"],
      ["node_b", "Pass.", "A friend of yours."],
      ["node_c", "", ""],
    ]);
  });

  test("words are counted by speaker, choices last", () => {
    expect(countBySpeaker(ROWS)).toEqual([
      { speaker: "Guard", words: 4, lines: 2 },
      { speaker: null, words: 4, lines: 1 },
    ]);
  });

  test("a block is pasted from a cell on, and only what differs changes", () => {
    const edits = editsOfBlock("Mara\tWho is it?\tfinal\n\tA friend of yours.\tIn review\n", ROWS, {
      ...WHOLE,
      bottom: 0,
      right: 0,
    });
    expect(planEdits(edits).changes.map(({ row, column, before, value }) => [row.id, column, before, value])).toEqual([
      ["node_a", "speaker", "Guard", "Mara"],
      ["node_a", "words", "Who goes there?", "Who is it?"],
      ["node_a", "status", "Draft", "Final"],
      ["br_a", "status", "Draft", "In review"],
    ]);
    expect(changed(edits)).toEqual([
      "Mara\tWho is it?\tFinal",
      "\tA friend of yours.\tIn review",
      "Guard\tPass.\tDraft",
      "\t\tDraft",
    ]);
  });

  test("a paste is one gesture with one operation a line, and what becomes final remembers its new words", () => {
    const edits = editsOfBlock("Mara\tWho is it?\tFinal\n\tMe.\tFinal", ROWS, { ...WHOLE, bottom: 0, right: 0 });
    const gesture = changeLines(planEdits(edits).changes, [MARA]);
    expect(gesture?.label).toBe("Change 2 lines");
    expect(gesture?.operations).toHaveLength(2);
    const { nodes } = after(MODEL, gesture?.operations ?? []);
    expect(nodes.get("node_a")).toMatchObject({ speaker_id: MARA.id, speaker_label: null, final_text: "Who is it?" });
    expect(nodes.get("node_a")?.branches[0]).toMatchObject({ choice_text: "Me.", final_text: "Me." });
  });

  test("a single cell fills all that is selected", () => {
    expect(changed(editsOfBlock("Final", ROWS, { ...WHOLE, left: 2 })).map((row) => row.split("\t")[2])).toEqual([
      "Final",
      "Final",
      "Final",
      "Final",
    ]);
  });

  test("what cannot be written says why, and the rest can", () => {
    const plan = planEdits(
      editsOfBlock("\t\tdone\nMara\t\tFinal", ROWS, { ...WHOLE, bottom: 0, right: 0 }).filter(
        ({ column }) => column !== "words",
      ),
    );
    expect(plan.refused.map(({ row, column, why }) => [row.id, column, why])).toEqual([
      ["node_a", "status", "The status can be Draft, In review, Final."],
      ["br_a", "speaker", "A choice has no speaker."],
    ]);
    expect(plan.changes.map(({ row, column }) => [row.id, column])).toEqual([
      ["node_a", "speaker"],
      ["br_a", "status"],
    ]);
  });

  test("filling down repeats the first row", () => {
    const edits = editsOfFill(ROWS, { ...WHOLE, right: 0 });
    expect(changed(edits).map((row) => row.split("\t")[0])).toEqual(["Guard", "", "Guard", "Guard"]);
  });

  test("cells with line breaks, tabs and quotes come back as they were copied", () => {
    const model = { ...MODEL, nodes: new Map([["node_a", sampleNode({ id: "node_a", text: 'Say "yes"\tor\nno.' })]]) };
    const [row] = rowsOf(model);
    if (row === undefined) throw new Error("no row");
    const copied = textOfRange([row], { top: 0, bottom: 0, left: 0, right: 2 });
    expect(planEdits(editsOfBlock(copied, [row], { top: 0, bottom: 0, left: 0, right: 0 })).changes).toEqual([]);
    expect(editsOfBlock('He said "yes', [row], { top: 0, bottom: 0, left: 1, right: 1 })[0]?.value).toBe(
      'He said "yes',
    );
  });
});
