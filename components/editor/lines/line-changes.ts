import { counted } from "#domain/counted.ts";
import { LINE_STATUSES, type LineStatus, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import type { BranchPatch, NodePatch, Operation } from "#domain/dialogue/operations/operation.ts";
import { CsvFault, readCsv, tabbedLine } from "#domain/rows/csv.ts";
import { searchForm } from "#domain/search-form.ts";
import { runToEnd } from "#domain/steps.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { characterNamed } from "../fields/find-speaker.ts";
import type { Gesture } from "../gestures/gesture.ts";
import type { LineRow } from "./line-rows.ts";

/** The columns of the table that can be written. */
export const LINE_COLUMNS = ["speaker", "words", "status"] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];

/** Names of the columns. */
export const COLUMN_NAMES: Readonly<Record<LineColumn, string>> = {
  speaker: "Speaker",
  words: "Text",
  status: "Status",
};

/** Changes that one gesture can hold. */
export const MOST_CHANGES = 1_000;
const MAX_LABEL = 200;
const MAX_WORDS = 100_000;
const MAX_CHOICE = 10_000;

/** Edit of a cell, as text. */
export interface CellEdit {
  readonly row: LineRow;
  readonly column: LineColumn;
  readonly value: string;
}

/** A cell that changes. */
export interface CellChange extends CellEdit {
  readonly before: string;
}

/** Changes that a set of edits would make, and those that are refused, with reasons. */
export interface LinePlan {
  readonly changes: readonly CellChange[];
  readonly refused: readonly (CellEdit & { readonly why: string })[];
}

/** The text of a cell, as it is shown, copied and pasted. */
export function cellText(row: LineRow, column: LineColumn): string {
  return column === "status" ? STATUS_NAMES[row.status] : row[column];
}

/** Says which edits change something, and which cannot be made. Of a cell that is named twice the last counts. */
export function planEdits(edits: readonly CellEdit[]): LinePlan {
  const last = new Map(edits.map((edit) => [`${edit.row.id} ${edit.column}`, edit]));
  const changes: CellChange[] = [];
  const refused: (CellEdit & { why: string })[] = [];
  for (const edit of last.values()) {
    const before = cellText(edit.row, edit.column);
    const value = edit.column === "words" ? edit.value : edit.value.trim();
    const status = edit.column === "status" ? statusCalled(value) : null;
    const shown = status === null ? value : STATUS_NAMES[status];
    if (shown === before) continue;
    const why = refusal({ ...edit, value }, status);
    if (why === null) changes.push({ ...edit, value: shown, before });
    // A choice has no speaker, and a block that is as wide as the table says nothing there.
    else if (value !== "") refused.push({ ...edit, why });
  }
  return { changes, refused };
}

function refusal({ row, column, value }: CellEdit, status: LineStatus | null): string | null {
  switch (column) {
    case "status":
      return status === null ? `The status can be ${Object.values(STATUS_NAMES).join(", ")}.` : null;
    case "speaker":
      if (row.branchId !== null) return "A choice has no speaker.";
      return value.length > MAX_LABEL ? `At most ${MAX_LABEL} characters.` : null;
    case "words": {
      const most = row.branchId === null ? MAX_WORDS : MAX_CHOICE;
      return value.length > most ? `At most ${most.toLocaleString("en")} characters.` : null;
    }
  }
}

/** The status that a text names; null for none. */
function statusCalled(text: string): LineStatus | null {
  const said = searchForm(text);
  return LINE_STATUSES.find((status) => said === status || said === searchForm(STATUS_NAMES[status])) ?? null;
}

/** The gesture that makes changes, one operation for each line and choice; null where there is none. */
export function changeLines(changes: readonly CellChange[], characters: Iterable<Character>): Gesture | null {
  const everyone = [...characters];
  const patches = new Map<string, { row: LineRow; node: NodePatch; branch: BranchPatch }>();
  for (const { row, column, value } of changes) {
    const known = patches.get(row.id) ?? { row, node: {}, branch: {} };
    const status = column === "status" ? statusCalled(value) : null;
    patches.set(row.id, {
      row,
      node: {
        ...known.node,
        ...(column === "speaker" && speakerPatch(value, everyone)),
        ...(column === "words" && { text: value }),
        ...(status !== null && { status }),
      },
      branch: {
        ...known.branch,
        ...(column === "words" && { choice_text: value }),
        ...(status !== null && { status }),
      },
    });
  }
  const operations = [...patches.values()].map(
    ({ row, node, branch }): Operation =>
      row.branchId === null
        ? { op: "node.update", id: row.nodeId, patch: node }
        : { op: "branch.update", node_id: row.nodeId, id: row.branchId, patch: branch },
  );
  if (operations.length === 0) return null;
  const many = counted(operations.length, "line");
  return { label: `Change ${many}`, operations, said: `Changed ${many}.` };
}

/** A character where one is called so, else the words alone, else nobody. */
function speakerPatch(name: string, characters: readonly Character[]): NodePatch {
  const character = name === "" ? undefined : characterNamed(name, characters);
  if (character !== undefined) return { speaker_id: character.id, speaker_label: null };
  return { speaker_id: null, speaker_label: name === "" ? null : name };
}

/** Rows and columns between two cells, both included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The edits that a block from a spreadsheet makes, from a cell on to the right and down. A single cell fills the whole range. */
export function editsOfBlock(text: string, rows: readonly LineRow[], range: Range): readonly CellEdit[] {
  const block = readBlock(text);
  const [first] = block;
  const isOne = block.length === 1 && first?.length === 1;
  const height = isOne ? range.bottom - range.top + 1 : block.length;
  return Array.from({ length: height }, (_, down) => down).flatMap((down): CellEdit[] => {
    const row = rows[range.top + down];
    if (row === undefined) return [];
    const cells = isOne
      ? Array.from({ length: range.right - range.left + 1 }, () => first?.[0] ?? "")
      : (block[down] ?? []);
    return cells.flatMap((value, right) => {
      const column = LINE_COLUMNS[range.left + right];
      return column === undefined ? [] : [{ row, column, value }];
    });
  });
}

/** Reads cells between tabs, with quotes where they hold tabs, quotes or line breaks; text whose quotes are none is read as it stands. */
function readBlock(text: string): readonly (readonly string[])[] {
  try {
    return runToEnd(readCsv(text, "\t")).map(({ cells }) => cells.map((cell) => cell ?? ""));
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const lines = text.split(/\r\n?|\n/);
    return lines.filter((line, at) => line !== "" || at < lines.length - 1).map((line) => line.split("\t"));
  }
}

/** The edits that repeat the first row of a range in all rows below it. */
export function editsOfFill(rows: readonly LineRow[], { top, bottom, left, right }: Range): readonly CellEdit[] {
  const source = rows[top];
  if (source === undefined) return [];
  return rows
    .slice(top + 1, bottom + 1)
    .flatMap((row) =>
      LINE_COLUMNS.slice(left, right + 1).map((column) => ({ row, column, value: cellText(source, column) })),
    );
}

/** A range as text for a spreadsheet. */
export function textOfRange(rows: readonly LineRow[], { top, bottom, left, right }: Range): string {
  const columns = LINE_COLUMNS.slice(left, right + 1);
  const lines = rows.slice(top, bottom + 1).map((row) => tabbedLine(columns.map((column) => cellText(row, column))));
  return lines.join("\n");
}
