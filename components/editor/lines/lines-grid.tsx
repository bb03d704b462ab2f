"use client";

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { LINE_STATUSES, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { GridPart } from "../../ui/grid-part.tsx";
import { useRowWindow } from "../../ui/use-row-window.ts";
import {
  type CellEdit,
  COLUMN_NAMES,
  cellText,
  LINE_COLUMNS,
  type LineColumn,
  type Range,
  textOfRange,
} from "./line-changes.ts";
import type { LineRow } from "./line-rows.ts";

/** Height of a row, in pixels at the usual text size: two lines of words. */
const ROW = 46;
/** Columns of a row. On a phone the words take the room beside the speaker, whole; status and count are a swipe away. */
const COLUMNS =
  "grid min-w-[32rem] grid-cols-[minmax(7rem,11rem)_minmax(12rem,1fr)_7rem_4rem] max-sm:min-w-[calc(100vw+6.5rem)] max-sm:grid-cols-[6rem_calc(100vw-10.5rem)_7rem_4rem]";

const isField = (target: EventTarget) => (target as Element).closest("input, textarea, select") !== null;

interface Cell {
  readonly row: number;
  readonly column: number;
}

interface LinesGridProps {
  readonly rows: readonly LineRow[];
  /** Names that are offered for speakers. */
  readonly speakers: readonly string[];
  /** Whether lines are left out, so that the row above is not always what is read before. */
  readonly isNarrowed: boolean;
  readonly mayEdit: boolean;
  /** Element that has the focus and scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Writes a cell. */
  readonly onEdit: (edit: CellEdit) => void;
  /** A block was pasted on a range. */
  readonly onPaste: (text: string, range: Range) => void;
  /** The first row of a range is to be repeated in those below. */
  readonly onFill: (range: Range) => void;
}

/**
 * The lines as a sheet. The grid has the focus and names its cell: arrows, Page, Home and End go through the cells, with Shift they
 * select a range, Enter or a letter writes, Ctrl+D fills down, and blocks are copied and pasted as spreadsheets do.
 */
export function LinesGrid({ rows, speakers, isNarrowed, mayEdit, box, onEdit, onPaste, onFill }: LinesGridProps) {
  const id = useId();
  const [at, setAt] = useState<Cell>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<Cell>(at);
  const [writing, setWriting] = useState<{ readonly start: string | null } | null>(null);
  const last = Math.max(rows.length - 1, 0);
  const row = Math.min(at.row, last);
  const range: Range = {
    top: Math.min(row, anchor.row, last),
    bottom: Math.min(Math.max(row, anchor.row), last),
    left: Math.min(at.column, anchor.column),
    right: Math.max(at.column, anchor.column),
  };
  const virtual = useRowWindow({ box, count: rows.length, height: ROW, active: row });
  useEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(row);
  }, [row, rows.length, virtual]);

  function go(to: Cell, isRange = false): void {
    const goal = {
      row: Math.min(Math.max(to.row, 0), last),
      column: Math.min(Math.max(to.column, 0), LINE_COLUMNS.length - 1),
    };
    setAt(goal);
    if (!isRange) setAnchor(goal);
  }
  const isWritten = (cell: Cell): boolean => {
    const line = rows[cell.row];
    return mayEdit && line !== undefined && !(LINE_COLUMNS[cell.column] === "speaker" && line.branchId !== null);
  };
  function write(start: string | null): void {
    if (isWritten({ row, column: at.column })) setWriting({ start });
  }
  function written(value: string | null, then: "stay" | "down" | "right"): void {
    const line = rows[row];
    const column = LINE_COLUMNS[at.column];
    setWriting(null);
    if (value !== null && line !== undefined && column !== undefined) onEdit({ row: line, column, value });
    if (then === "down") go({ row: row + 1, column: at.column });
    if (then === "right") go({ row, column: at.column + 1 });
    box.current?.focus({ preventScroll: true });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== box.current || event.nativeEvent.isComposing || event.altKey) return;
    const isMod = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2);
    const goal: Cell | undefined = {
      ArrowDown: { row: row + 1, column: at.column },
      ArrowUp: { row: row - 1, column: at.column },
      ArrowRight: { row, column: at.column + 1 },
      ArrowLeft: { row, column: at.column - 1 },
      PageDown: { row: row + page, column: at.column },
      PageUp: { row: row - page, column: at.column },
      Home: isMod ? { row: 0, column: 0 } : { row, column: 0 },
      End: isMod ? { row: last, column: LINE_COLUMNS.length - 1 } : { row, column: LINE_COLUMNS.length - 1 },
    }[event.key];
    if (goal !== undefined) go(goal, event.shiftKey);
    else if (isMod && event.key.toLowerCase() === "d") {
      if (mayEdit && range.bottom > range.top) onFill(range);
    } else if (isMod && event.key.toLowerCase() === "a") {
      setAnchor({ row: 0, column: 0 });
      setAt({ row: last, column: LINE_COLUMNS.length - 1 });
    } else if (isMod) return;
    else if (event.key === "Enter" || event.key === "F2") write(null);
    else if (event.key.length === 1) write(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function cellOf(target: EventTarget): Cell | null {
    const cell = (target as Element).closest<HTMLElement>("[data-column]");
    const index = cell?.closest<HTMLElement>("[data-index]")?.dataset.index;
    return index === undefined ? null : { row: Number(index), column: Number(cell?.dataset.column) };
  }
  function onPress(event: MouseEvent): void {
    const cell = cellOf(event.target);
    if (cell === null || isField(event.target)) return;
    event.preventDefault();
    setWriting(null);
    go(cell, event.shiftKey);
    box.current?.focus({ preventScroll: true });
  }
  function onCopy(event: ClipboardEvent): void {
    if (isField(event.target)) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", textOfRange(rows, range));
  }
  function onPasted(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (isField(event.target) || text === "" || !mayEdit) return;
    event.preventDefault();
    onPaste(text, range);
  }

  return (
    <GridPart
      ref={box}
      part="grid"
      tabIndex={0}
      aria-label="Lines"
      aria-rowcount={rows.length + 1}
      aria-colcount={LINE_COLUMNS.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows.length === 0 ? undefined : `${id}-${row}-${at.column}`}
      onKeyDown={onKeyDown}
      onMouseDown={onPress}
      onDoubleClick={({ target }) => cellOf(target) !== null && !isField(target) && write(null)}
      onCopy={onCopy}
      onPaste={onPasted}
      className="group min-h-0 grow select-none overflow-auto border-line border-y outline-none"
    >
      <GridPart
        part="row"
        aria-rowindex={1}
        className={`sticky top-0 z-10 ${COLUMNS} border-line border-b bg-panel text-12 text-ink-3`}
      >
        {[...LINE_COLUMNS.map((column) => COLUMN_NAMES[column]), "Words"].map((name) => (
          <GridPart
            key={name}
            part="columnheader"
            className={`px-2 py-1.5 font-medium ${name === "Words" ? "text-end" : ""}`}
          >
            {name}
          </GridPart>
        ))}
      </GridPart>
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = rows[index];
          if (line === undefined) return null;
          return (
            <GridPart
              key={line.id}
              part="row"
              aria-rowindex={index + 2}
              data-index={index}
              className={`absolute inset-x-0 ${COLUMNS} items-stretch border-line border-b text-13`}
              style={{ height: ROW, top: start }}
            >
              {LINE_COLUMNS.map((column, at_) => {
                const isAt = index === row && at_ === at.column;
                const isIn = index >= range.top && index <= range.bottom && at_ >= range.left && at_ <= range.right;
                return (
                  <GridPart
                    key={column}
                    id={`${id}-${index}-${at_}`}
                    part="gridcell"
                    data-column={at_}
                    aria-selected={isIn}
                    aria-readonly={!isWritten({ row: index, column: at_ }) || undefined}
                    className={`relative min-w-0 px-2 py-1 ${isIn ? "bg-accent-soft" : ""} ${isAt ? "outline-2 outline-line-strong -outline-offset-2 group-focus-within:outline-accent" : ""}`}
                  >
                    {isAt && writing !== null ? (
                      <Written column={column} line={line} start={writing.start} speakers={speakers} onDone={written} />
                    ) : (
                      <Shown column={column} line={line} hasContext={isNarrowed} />
                    )}
                  </GridPart>
                );
              })}
              <GridPart part="gridcell" className="numerals px-2 py-1 text-end text-12 text-ink-3">
                {line.count.toLocaleString("en")}
              </GridPart>
            </GridPart>
          );
        })}
      </div>
    </GridPart>
  );
}

interface ShownProps {
  readonly column: LineColumn;
  readonly line: LineRow;
  readonly hasContext: boolean;
}

function Shown({ column, line, hasContext }: ShownProps) {
  if (column !== "words") {
    return (
      <span dir="auto" className={`block truncate ${column === "status" ? "text-12 text-ink-2" : ""}`}>
        {cellText(line, column)}
      </span>
    );
  }
  const isChoice = line.branchId !== null;
  return (
    <span className={`block min-w-0 ${isChoice ? "ps-5" : ""}`}>
      {hasContext && line.before !== "" && (
        <span dir="auto" className="block truncate text-11 text-ink-3">
          {line.before}
        </span>
      )}
      <span
        dir="auto"
        className={`font-reading ${hasContext ? "line-clamp-1" : "line-clamp-2"} ${isChoice ? "text-ink-2" : ""}`}
      >
        {isChoice && (
          <span aria-hidden="true" className="pe-1 text-ink-3">
            ↳
          </span>
        )}
        {isChoice && <span className="sr-only">Choice: </span>}
        {line.words === "" ? <span className="text-ink-3 italic">{line.name}</span> : line.words}
      </span>
    </span>
  );
}

interface WrittenProps {
  readonly column: LineColumn;
  readonly line: LineRow;
  /** Text that was typed to begin with; null to go on with what is there. */
  readonly start: string | null;
  readonly speakers: readonly string[];
  /** The new text; null when nothing changes. */
  readonly onDone: (value: string | null, then: "stay" | "down" | "right") => void;
}

/** A cell being written. Enter keeps it and goes down, Tab goes right, leaving keeps it, Escape does not. */
function Written({ column, line, start, speakers, onDone }: WrittenProps) {
  const list = useId();
  const isDone = useRef(false);
  const value = start ?? cellText(line, column);
  function done(next: string | null, then: "stay" | "down" | "right"): void {
    if (isDone.current) return;
    isDone.current = true;
    onDone(next, then);
  }
  const shared = {
    "aria-label": COLUMN_NAMES[column],
    // Whoever begins to write expects the caret there.
    ref: (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) => {
      if (element === null || element.contains(document.activeElement)) return;
      element.focus();
      if ("setSelectionRange" in element) element.setSelectionRange(element.value.length, element.value.length);
    },
    onBlur: (event: { readonly currentTarget: { readonly value: string } }) => done(event.currentTarget.value, "stay"),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
      event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      const isKept = (event.key === "Enter" && !event.shiftKey) || event.key === "Tab";
      if (!isKept && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") done(null, "stay");
      else done(event.currentTarget.value, event.key === "Tab" ? "right" : "down");
    },
  };
  if (column === "words") {
    return (
      <textarea
        {...shared}
        dir="auto"
        defaultValue={value}
        className={`${CONTROL} absolute inset-x-0 top-0 z-20 min-h-24 font-reading`}
      />
    );
  }
  if (column === "status") {
    return (
      <select
        {...shared}
        defaultValue={cellText(line, column)}
        className="min-h-8 w-full rounded-control border border-accent bg-panel px-1 text-13 text-ink"
      >
        {LINE_STATUSES.map((status) => (
          <option key={status}>{STATUS_NAMES[status]}</option>
        ))}
      </select>
    );
  }
  return (
    <>
      <input {...shared} dir="auto" list={list} defaultValue={value} maxLength={200} className={CONTROL} />
      <datalist id={list}>
        {speakers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
