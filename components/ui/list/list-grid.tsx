"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useContextMenu } from "../context-menu.tsx";
import { GridPart } from "../grid-part.tsx";
import type { MenuEntry } from "../menu-entry.ts";
import { rowByKey } from "../row-by-key.ts";
import type { CellEditing } from "./cells.ts";
import type { FittedColumns } from "./fit-columns.ts";
import type { ListDefinition, RowClipboard } from "./list-definition.ts";
import { ListHead } from "./list-head.tsx";
import { ListRow } from "./list-row.tsx";
import type { ListView } from "./list-view.ts";
import { useCells } from "./use-cells.ts";
import type { RowSelection } from "./use-row-selection.ts";

/** Rows that are all in the document, where a browser's own search and a printer find them; of more, those in view are. */
const ALL_DRAWN = 60;
const ROW_HEIGHT = 40;
const TALL_ROW_HEIGHT = 60;
/** Pixels before its end at which a list reads on. */
const NEAR_END = 600;

/** Handle that moves through the rows of a list from outside. */
export interface GridCursor<Row> {
  active(): Row | undefined;
  /** Gives the focus to a row by its id, or to the active one. */
  focus(id?: string): void;
  /** Moves the focus so many rows on. */
  move(step: number): void;
}

export interface ListGridProps<Row> {
  list: ListDefinition<Row>;
  rows: readonly Row[];
  /** Number of rows that match in all. */
  total: number;
  fitted: FittedColumns<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
  selection: RowSelection | undefined;
  cursor: RefObject<GridCursor<Row> | null>;
  hrefOf: ((row: Row) => string | undefined) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  titleOf: (row: Row) => string;
  /** The row whose name is written in place. */
  renaming: { readonly id: string; readonly label: string } | null;
  onRenamed: (row: Row, title: string | null) => void;
  entriesOf: ((row: Row) => readonly MenuEntry[]) | undefined;
  clipboard: RowClipboard<Row> | undefined;
  cells: CellEditing<Row> | undefined;
  isDraggable: boolean;
  /** Called when the last rows come into view. */
  onEnd: (() => void) | undefined;
  /** Whether it is as long as its rows and scrolls with the page. */
  isSection: boolean;
  after: ReactNode;
}

const isEditable = (target: Element) => target.closest("input:not([type=checkbox]), textarea, select") !== null;

/**
 * Rows under their heads. One row is the stop of the Tab key, with the controls in it; arrows, Page, Home and End go through the
 * rows, Space selects, with Shift a range, Enter opens.
 */
export function ListGrid<Row>(props: ListGridProps<Row>) {
  const { list, rows, view, selection, fitted, entriesOf } = props;
  const box = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useRef<{ readonly id: string; readonly column: string | null } | null>(null);
  const isVirtual = !props.isSection && rows.length > ALL_DRAWN;
  const isGrid =
    props.onOpen !== undefined || props.hrefOf !== undefined || selection !== undefined || entriesOf !== undefined;
  const virtual = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => (fitted.isLines ? TALL_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 8,
  });
  const { measure } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another layout have other heights.
  useEffect(() => measure(), [fitted.template, measure]);

  const at = Math.max(
    0,
    rows.findIndex((row) => list.id(row) === activeId),
  );
  const active = rows[at];
  const drawn = isVirtual ? virtual.getVirtualItems().map(({ index }) => index) : rows.map((_, index) => index);
  const stop = drawn.includes(at) ? at : drawn[0];

  function focus(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row === undefined) return;
    focusPlace(list.id(row), null);
  }
  function focusPlace(id: string, column: string | null): void {
    wanted.current = { id, column };
    setActiveId(id);
    if (isVirtual) virtual.scrollToIndex(rows.findIndex((row) => list.id(row) === id));
    takeFocus();
  }
  function takeFocus(): void {
    if (wanted.current === null) return;
    const { id, column } = wanted.current;
    const cell = column === null ? "" : ` [data-cell="${CSS.escape(column)}"]`;
    const element = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]${cell}`);
    if (element == null) return;
    wanted.current = null;
    element.focus();
  }
  // A row that was far away exists only after the list has scrolled to it, and controls come and go with their rows.
  useEffect(() => {
    if (wanted.current !== null) takeFocus();
    if (!isGrid) return;
    for (const row of box.current?.querySelectorAll("[data-row]") ?? []) {
      const isStop = row.getAttribute("tabindex") === "0";
      for (const control of row.querySelectorAll<HTMLElement>("a, button, input, select, [data-stop]")) {
        control.tabIndex = isStop ? 0 : -1;
      }
    }
  });
  useImperativeHandle(props.cursor, () => ({
    active: () => active,
    focus: (id) => focus(id === undefined ? at : rows.findIndex((row) => list.id(row) === id)),
    move: (step) => focus(at + step),
  }));

  const pageSize = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const cells = useCells({
    cells: fitted.isLines ? undefined : props.cells,
    rows,
    id: list.id,
    columns: [list.title.key, ...fitted.columns.map(({ key }) => key)],
    focus: focusPlace,
    pageSize,
  });

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.nativeEvent.isComposing || event.altKey || isEditable(target) || active === undefined) return;
    if (cells.onKeyDown(event, active)) return;
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key.toLowerCase() === "a" && selection !== undefined) {
      event.preventDefault();
      selection.toggleAll();
      return;
    }
    if (isMod) return;
    const goal = rowByKey(rows.length, at, event.key, pageSize());
    if (goal !== undefined) {
      event.preventDefault();
      const row = rows[goal];
      if (event.shiftKey && row !== undefined) selection?.extend(list.id(row), list.id(active));
      focus(goal);
    } else if (target.closest("[data-row]") === target) {
      if (event.key === " " && selection !== undefined) {
        event.preventDefault();
        if (event.shiftKey) selection.extend(list.id(active));
        else selection.toggle(list.id(active));
      } else if (event.key === "Enter" && props.onOpen !== undefined) {
        event.preventDefault();
        props.onOpen(active);
      } else if (event.key === "Enter" && props.hrefOf !== undefined) {
        event.preventDefault();
        target.querySelector<HTMLElement>("[role=rowheader] a")?.click();
      } else if (event.key === "Escape" && selection !== undefined && selection.selected.size > 0) {
        event.preventDefault();
        selection.clear();
      }
    }
  }

  function onCopy(event: ClipboardEvent): void {
    // Words that were marked are meant, not their row.
    const isMarked = window.getSelection()?.isCollapsed === false;
    if (!isEditable(event.target as Element) && !isMarked && cells.onCopy(event)) return;
    if (props.clipboard === undefined || isEditable(event.target as Element) || isMarked || active === undefined)
      return;
    const chosen = rows.filter((row) => selection?.selected.has(list.id(row)));
    event.preventDefault();
    event.clipboardData.setData("text/plain", props.clipboard.copy(chosen.length > 0 ? chosen : [active]));
  }
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (text !== "" && !isEditable(event.target as Element) && cells.onPaste(event)) return;
    if (props.clipboard === undefined || isEditable(event.target as Element) || active === undefined || text === "")
      return;
    event.preventDefault();
    props.clipboard.paste(text, active);
  }

  const menu = useContextMenu((event) => {
    const id = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    const row = rows.find((each) => list.id(each) === id);
    return row === undefined || entriesOf === undefined ? null : entriesOf(row);
  });

  function onScroll(): void {
    const { current } = box;
    if (current !== null && current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END) props.onEnd?.();
  }

  const items = virtual.getVirtualItems();
  const above = isVirtual ? (items[0]?.start ?? 0) : 0;
  const below = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <div
      ref={box}
      data-command-scope={isGrid ? "list" : undefined}
      data-command-default={isGrid && !props.isSection ? "true" : undefined}
      // Rows that do nothing take no focus: what scrolls must be reachable by keyboard.
      tabIndex={isGrid || props.isSection ? undefined : 0}
      className={props.isSection ? "" : "min-h-48 grow overflow-y-auto print:overflow-visible"}
      onScroll={onScroll}
    >
      <GridPart
        part={isGrid ? "grid" : "table"}
        aria-label={list.name}
        aria-rowcount={props.total + 1}
        aria-multiselectable={selection === undefined ? undefined : true}
        onKeyDown={isGrid ? onKeyDown : undefined}
        onContextMenu={menu.open}
        onCopy={props.clipboard === undefined ? undefined : onCopy}
        onPaste={props.clipboard === undefined ? undefined : onPaste}
        {...(props.cells !== undefined && {
          onFocus: cells.onFocus,
          onMouseDown: cells.onMouseDown,
          onMouseOver: cells.onMouseOver,
          onDoubleClick: cells.onDoubleClick,
        })}
      >
        <GridPart part="rowgroup" className="contents">
          <ListHead
            list={list}
            fitted={fitted}
            view={view}
            show={props.show}
            selection={selection}
            count={rows.length}
            hasMenu={entriesOf !== undefined}
          />
        </GridPart>
        <GridPart part="rowgroup">
          <div role="presentation" style={{ height: above }} />
          {drawn.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = list.id(row);
            return (
              <ListRow
                key={id}
                list={list}
                row={row}
                fitted={fitted}
                index={index}
                isActive={isGrid ? index === stop : undefined}
                isSelected={selection?.selected.has(id)}
                isOpen={props.onOpen === undefined ? undefined : id === view.open}
                href={props.hrefOf?.(row)}
                title={props.titleOf(row)}
                renaming={props.renaming?.id === id ? props.renaming.label : null}
                entries={entriesOf === undefined ? undefined : () => entriesOf(row)}
                measure={isVirtual ? virtual.measureElement : undefined}
                isDraggable={props.isDraggable && props.renaming?.id !== id}
                editing={fitted.isLines ? undefined : props.cells}
                cells={cells}
                onActivate={() => setActiveId(id)}
                onOpen={() => props.onOpen?.(row)}
                onSelect={(isRange) => (isRange ? selection?.extend(id) : selection?.toggle(id))}
                onRenamed={(title) => {
                  focus(index);
                  props.onRenamed(row, title);
                }}
              />
            );
          })}
          <div role="presentation" style={{ height: below }} />
        </GridPart>
      </GridPart>
      {props.after}
      {menu.popup}
    </div>
  );
}
