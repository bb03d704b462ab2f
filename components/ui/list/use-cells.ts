"use client";

import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from "react";
import { rowByKey } from "../row-by-key.ts";
import { blockBetween, type CellEditing, type CellPlace, type CellStep } from "./cells.ts";

interface CellsOfGrid<Row> {
  /** Undefined for lists whose cells are not edited, and where rows have two lines. */
  readonly cells: CellEditing<Row> | undefined;
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string;
  /** Keys of the columns that are shown, the title first. */
  readonly columns: readonly string[];
  /** Gives the focus to a cell, or to a row where no column is named. */
  readonly focus: (id: string, column: string | null) => void;
  readonly pageSize: () => number;
}

interface Marked {
  readonly at: CellPlace;
  /** The other corner of what is marked. */
  readonly anchor: CellPlace;
}

/** Rows and columns that each step goes on. */
const STEPS: Readonly<Record<Exclude<CellStep, null>, readonly [rows: number, columns: number]>> = {
  down: [1, 0],
  up: [-1, 0],
  next: [0, 1],
  previous: [0, -1],
  left: [0, 0],
};

const cellOf = (target: EventTarget): CellPlace | null => {
  const cell = (target as Element).closest<HTMLElement>("[data-cell]");
  const row = cell?.closest<HTMLElement>("[data-row]");
  const [column, id] = [cell?.dataset.cell, row?.dataset.row];
  return column === undefined || id === undefined ? null : { id, column };
};

/**
 * Moves through the cells of a grid and edits them. Right Arrow enters the cells of the row that has the focus, Escape goes back to the
 * row; F2, Enter and typing edit, Tab and Enter go on.
 */
export function useCells<Row>({ cells, rows, id, columns, focus, pageSize }: CellsOfGrid<Row>) {
  const [marked, setMarked] = useState<Marked | null>(null);
  const [editing, setEditing] = useState<{ readonly at: CellPlace; readonly typed: string | null } | null>(null);
  const here = marked === null || cells === undefined ? null : marked.at;
  const block = here === null || marked === null ? null : blockBetween(rows, columns, id, marked);
  const markedRows = new Set(block?.rows);
  const rowOf = (place: CellPlace) => rows.find((row) => id(row) === place.id);

  function goTo(row: number, column: number, isExtending = false): void {
    const goal = rows[Math.min(Math.max(row, 0), rows.length - 1)];
    const key = columns[Math.min(Math.max(column, 0), columns.length - 1)];
    if (goal === undefined || key === undefined) return;
    const at = { id: id(goal), column: key };
    setMarked((now) => ({ at, anchor: isExtending && now !== null ? now.anchor : at }));
    focus(at.id, key);
  }
  function step(from: CellPlace, by: CellStep): void {
    const row = rows.findIndex((each) => id(each) === from.id);
    const column = columns.indexOf(from.column);
    const [down, right] = STEPS[by ?? "left"];
    const next = row * columns.length + column + right;
    if (down !== 0 || next < 0 || next >= rows.length * columns.length) goTo(row + down, column);
    else goTo(Math.floor(next / columns.length), next % columns.length);
  }
  function edit(at: CellPlace, typed: string | null): void {
    if (cells === undefined || cells.disabledReason !== null || !cells.canEdit(at.column)) return;
    setEditing({ at, typed });
  }

  /** Takes a key; answers whether it was about cells. */
  function onKeyDown(event: KeyboardEvent, active: Row | undefined): boolean {
    if (cells === undefined) return false;
    const { key, shiftKey, target } = event;
    const isMod = event.ctrlKey || event.metaKey;
    if (editing !== null) {
      // The field is on its way: what is typed meanwhile is meant for it.
      if (isMod) return true;
      event.preventDefault();
      if (key === "Escape") setEditing(null);
      else if ([...key].length === 1) setEditing((now) => now && { ...now, typed: (now.typed ?? "") + key });
      return true;
    }
    if (here === null || block === null) {
      const isRow = (target as Element).closest("[data-row]") === target;
      if (key !== "ArrowRight" || isMod || !isRow || active === undefined) return false;
      goTo(rows.indexOf(active), 0);
      event.preventDefault();
      return true;
    }
    // A link or a button in a cell has keys of its own.
    if ((target as Element).closest("[data-cell]") !== target) return false;
    const row = rows.findIndex((each) => id(each) === here.id);
    const column = columns.indexOf(here.column);
    const own = rows[row];
    if (row < 0 || column < 0 || own === undefined) return false;
    const canWrite = cells.disabledReason === null;
    if (isMod) {
      if (key.toLowerCase() !== "d" || !canWrite) return false;
      const from = block.rows.length > 1 ? block.rows[0] : rows[row - 1];
      if (from !== undefined) cells.fill(from, { ...block, rows: block.rows.filter((each) => each !== from) });
    } else if (key === "ArrowLeft" && column === 0 && !shiftKey) {
      setMarked(null);
      focus(here.id, null);
    } else if (key === "ArrowLeft" || key === "ArrowRight") {
      goTo(row, column + (key === "ArrowLeft" ? -1 : 1), shiftKey);
    } else if (key === "Home" || key === "End") {
      goTo(row, key === "Home" ? 0 : columns.length - 1, shiftKey);
    } else if (rowByKey(rows.length, row, key, pageSize()) !== undefined) {
      goTo(rowByKey(rows.length, row, key, pageSize()) ?? row, column, shiftKey);
    } else if (key === "F2" || key === "Enter") {
      edit(here, null);
    } else if (key === "Escape") {
      if (!cells.discard(own, here.column)) {
        setMarked(null);
        focus(here.id, null);
      }
    } else if ((key === "Delete" || key === "Backspace") && canWrite) {
      cells.clear({ ...block, columns: block.columns.filter(cells.canEdit) });
    } else if (key === " ") {
      if (!canWrite || !cells.toggle(own, here.column)) edit(here, null);
    } else if ([...key].length === 1) {
      edit(here, key);
    } else return false;
    event.preventDefault();
    return true;
  }

  return {
    /** The cell with the focus; null while rows have it. */
    here,
    /** Whether a cell is among those that are marked. */
    isMarked: (row: Row, column: string) =>
      block !== null && block.rows.length * block.columns.length > 1 && block.columns.includes(column)
        ? markedRows.has(row)
        : undefined,
    editing,
    onDone: (text: string | null, by: CellStep) => {
      if (editing === null) return;
      const { at } = editing;
      const row = rowOf(at);
      setEditing(null);
      if (text !== null && row !== undefined) cells?.write(row, at.column, text);
      if (by !== "left") step(at, by);
    },
    onKeyDown,
    onFocus: ({ target }: FocusEvent) => {
      if (cells === undefined || editing !== null) return;
      const at = cellOf(target);
      if (at === null || target.closest("[data-cell]") !== target) {
        if (target.hasAttribute("data-row")) setMarked(null);
      } else {
        // What moved the focus may have said already how much is marked.
        setMarked((now) => (now?.at.id === at.id && now.at.column === at.column ? now : { at, anchor: at }));
      }
    },
    onMouseDown: (event: MouseEvent) => {
      const at = cells === undefined ? null : cellOf(event.target);
      if (at === null || here === null || !event.shiftKey || editing !== null) return;
      event.preventDefault();
      setMarked((now) => ({ at, anchor: now?.anchor ?? at }));
      focus(at.id, at.column);
    },
    onMouseOver: (event: MouseEvent) => {
      if (cells === undefined || here === null || event.buttons !== 1 || editing !== null) return;
      const at = cellOf(event.target);
      if (at === null || (at.id === here.id && at.column === here.column)) return;
      window.getSelection()?.removeAllRanges();
      setMarked((now) => ({ at, anchor: now?.anchor ?? at }));
      focus(at.id, at.column);
    },
    onDoubleClick: (event: MouseEvent) => {
      const at = cells === undefined ? null : cellOf(event.target);
      if (at !== null && editing === null) edit(at, null);
    },
    /** Copies the cells that are marked; answers whether there are any. */
    onCopy: (event: ClipboardEvent): boolean => {
      if (cells === undefined || block === null) return false;
      event.preventDefault();
      event.clipboardData.setData("text/plain", cells.copy(block));
      return true;
    },
    /** Pastes on the cells that are marked; answers whether there are any. */
    onPaste: (event: ClipboardEvent): boolean => {
      if (cells === undefined || block === null) return false;
      event.preventDefault();
      const rest = { rows: rows.slice(block.top), columns: columns.slice(block.left) };
      cells.paste(event.clipboardData.getData("text/plain"), { marked: block, rest });
      return true;
    },
  };
}

export type Cells<Row> = ReturnType<typeof useCells<Row>>;
