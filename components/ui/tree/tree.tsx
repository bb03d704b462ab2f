"use client";

import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import { useContextMenu } from "../context-menu.tsx";
import type { MenuEntry } from "../menu-entry.ts";
import { rowByKey } from "../row-by-key.ts";
import { useRowWindow } from "../use-row-window.ts";
import { Chevron, rowStyle, type TreeItemPosition } from "./tree-item.tsx";
import { stickyRows, type TreeRow, typeAhead } from "./tree-rows.ts";
import { type RowDrag, rowAt } from "./use-row-drag.ts";

/** Letters typed within this time are one name. */
const TYPED_MS = 700;
/** Height in pixels that Page Up and Page Down assume for rows in the flow of the page. */
const USUAL_HEIGHT = 32;

/** Ways to go to a row: select it alone, add it to the selection, add it or take it out, or let only the keys go there. */
export type GoMode = "select" | "add" | "toggle" | "go";

interface TreeProps<Row extends TreeRow> {
  readonly label: string;
  /** Element that has the focus and scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly rows: readonly Row[];
  /** Index of the row that keys go to; -1 for none. */
  readonly at: number;
  /** Height of every row in pixels; without it all rows are drawn. */
  readonly rowHeight?: number;
  /** Whether rows are as high as what they hold, and that height is what one takes that is not drawn yet. */
  readonly isMeasured?: boolean;
  /** Rows above what is in view that stay at the top: at most so many. */
  readonly sticky?: number;
  readonly isHidden?: boolean;
  /** Whether more than one row can be selected: keys tell how they go with Ctrl and Shift. */
  readonly isMulti?: boolean;
  readonly canFold?: boolean;
  readonly isBranch: (row: Row) => boolean;
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly onGo: (index: number, how: GoMode) => void;
  readonly onToggle: (rows: readonly Row[], isOpen: boolean) => void;
  /** Does what another key means for the active row: "F2", "mod+x", "alt+ArrowUp". Returns whether it means something. */
  readonly onKey: (key: string, row: Row | undefined) => boolean;
  /** Called after a row was selected with the mouse. */
  readonly onPress?: () => void;
  /** Called when a row is pressed twice. */
  readonly onOpen?: (row: Row) => void;
  /** Called when a row's menu is asked for; returns its entries, null for none. */
  readonly onMenu: (row: Row) => readonly MenuEntry[] | null;
  /** Called after each drawing with the indexes of the drawn rows. */
  readonly onDrawn?: (indexes: readonly number[]) => void;
  readonly onScroll?: (top: number) => void;
  readonly drag: RowDrag;
  /** Draws a row. */
  readonly children: (row: Row, position: TreeItemPosition) => ReactNode;
}

const isField = (target: EventTarget) => (target as Element).closest("input, textarea") !== null;
const isToggle = (target: EventTarget) => (target as Element).closest("[data-toggle]") !== null;

/** Scrolls a row into view, below `covered` rows that stay at the top. */
export function bringRow(
  box: HTMLElement | null,
  index: number,
  height: number,
  covered = 0,
  block: "nearest" | "center" = "nearest",
): void {
  if (box === null || index < 0) return;
  const start = (index - covered) * height;
  const end = (index + 1) * height - box.clientHeight;
  if (start >= box.scrollTop && end <= box.scrollTop) return;
  if (block === "center") box.scrollTop = index * height - box.clientHeight / 2;
  else box.scrollTop = start < box.scrollTop ? start : end;
}

/**
 * A tree of any size. It has the focus and names its active row; arrows, Page, Home, End and the letters of a name go through the rows,
 * Right and Left open and close them and `*` opens all beside the active one.
 */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>) {
  const { box, rows, at, rowHeight, canFold = true, drag, onGo, onToggle, onDrawn } = props;
  const id = useId();
  const typed = useRef({ text: "", at: 0 });
  const height = rowHeight ?? USUAL_HEIGHT;
  const row = rows[at];
  const isMeasured = props.isMeasured === true;
  const count = rowHeight === undefined ? 0 : rows.length;
  const virtual = useRowWindow({ box, count, height, isMeasured, active: at });
  const items: readonly { readonly index: number; readonly start?: number }[] =
    rowHeight === undefined ? rows.map((_, index) => ({ index })) : virtual.getVirtualItems();
  const stuck = stickyRows(rows, Math.floor((virtual.scrollOffset ?? 0) / height), props.sticky ?? 0);
  useEffect(() => {
    if (isMeasured && at >= 0) virtual.scrollToIndex(at);
  }, [isMeasured, at, virtual]);
  useEffect(() => {
    onDrawn?.(items.map(({ index }) => index));
  });

  /** Goes to the next row whose name begins with what is typed. */
  function find({ key, timeStamp }: KeyboardEvent): void {
    const isNext = timeStamp - typed.current.at > TYPED_MS;
    const text = `${isNext ? "" : typed.current.text}${key}`.trimStart();
    typed.current = { text, at: timeStamp };
    const found = text === "" ? -1 : typeAhead(rows, Math.max(0, text.length === 1 ? at + 1 : at), text, props.nameOf);
    if (found >= 0) onGo(found, "select");
  }
  /** Does what a key means for the active row; false where it means nothing. */
  function act(key: string): boolean {
    if (row === undefined) return props.onKey(key, row);
    switch (key) {
      case "ArrowRight":
        if (row.isOpen) onGo(at + 1, "select");
        else if (props.isBranch(row)) onToggle([row], true);
        return true;
      case "ArrowLeft":
        if (row.isOpen && canFold) onToggle([row], false);
        else if (row.above >= 0) onGo(row.above, "select");
        return true;
      case "*":
        onToggle(
          rows.filter((each) => each.above === row.above && props.isBranch(each)),
          true,
        );
        return true;
      default:
        return props.onKey(key, row);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== box.current || event.nativeEvent.isComposing) return;
    const { key, altKey, shiftKey, timeStamp } = event;
    const isMod = event.ctrlKey || event.metaKey;
    const isPlain = !isMod && !altKey;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
    const goal = isPlain || (isMod && props.isMulti && !altKey) ? rowByKey(rows.length, at, key, page) : undefined;
    const isTyping = typed.current.text !== "" && timeStamp - typed.current.at <= TYPED_MS;
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (goal !== undefined) onGo(goal, isMod ? "go" : shiftKey && props.isMulti ? "add" : "select");
    else if (key === " " && isPlain && isTyping) find(event);
    else if (act(`${altKey ? "alt+" : ""}${isMod ? "mod+" : ""}${name}`)) typed.current.text = "";
    else if (isPlain && /^[\p{L}\p{N} ]$/u.test(key)) find(event);
    else return;
    event.preventDefault();
  }
  function onClick(event: MouseEvent): void {
    const index = rowAt(event.target);
    const pressed = rows[index];
    if (pressed === undefined || isField(event.target)) return;
    box.current?.focus();
    if (isToggle(event.target)) {
      onGo(index, "go");
      onToggle([pressed], !pressed.isOpen);
      return;
    }
    const isMod = event.ctrlKey || event.metaKey;
    onGo(index, !props.isMulti ? "select" : isMod ? "toggle" : event.shiftKey ? "add" : "select");
    props.onPress?.();
  }
  function onDoubleClick({ target }: MouseEvent): void {
    const pressed = rows[rowAt(target)];
    if (pressed !== undefined && !isField(target) && !isToggle(target)) props.onOpen?.(pressed);
  }
  const menu = useContextMenu((event) => {
    // The menu key asks at the tree, which has the focus, for its active row.
    const asked = rows[rowAt(event.target)] ?? (event.target === box.current ? row : undefined);
    return asked === undefined ? null : props.onMenu(asked);
  });

  return (
    <>
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable={props.isMulti}
        aria-activedescendant={row === undefined ? undefined : `${id}-${at}`}
        hidden={props.isHidden}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={menu.open}
        onScroll={({ currentTarget }) => props.onScroll?.(currentTarget.scrollTop)}
        className={`group min-h-0 grow select-none overflow-y-auto -outline-offset-2 ${drag.goal === "" ? "bg-accent-soft" : ""}`}
        {...drag.ofRows}
      >
        {stuck.length > 0 && (
          <div aria-hidden="true" className="sticky top-0 z-10 h-0">
            <div className="border-line border-b bg-panel">
              {stuck.map((index) => {
                const each = rows[index];
                return (
                  each !== undefined && (
                    <div
                      key={index}
                      data-index={index}
                      className="flex cursor-pointer items-center gap-1 bg-panel pe-3 text-13 text-ink-2 hover:bg-hover"
                      style={rowStyle(each, undefined, height)}
                    >
                      <Chevron isOpen={each.isOpen} />
                      <span dir="auto" className="truncate">
                        {props.nameOf(each)}
                      </span>
                    </div>
                  )
                );
              })}
            </div>
          </div>
        )}
        <div
          role="presentation"
          className="relative"
          style={{ height: isMeasured ? virtual.getTotalSize() : rowHeight && rows.length * rowHeight }}
        >
          {items.map(({ index, start }) => {
            const each = rows[index];
            if (each === undefined) return null;
            const key = props.keyOf(each);
            return (
              <Fragment key={key}>
                {props.children(each, {
                  id: `${id}-${index}`,
                  index,
                  row: each,
                  start,
                  height: isMeasured ? undefined : rowHeight,
                  measure: isMeasured ? virtual.measureElement : undefined,
                  isBranch: props.isBranch(each),
                  isAt: index === at,
                  isGoal: drag.goal === key,
                })}
              </Fragment>
            );
          })}
        </div>
      </div>
      {menu.popup}
    </>
  );
}
