"use client";

import type { CSSProperties } from "react";
import { counted } from "#domain/counted.ts";
import { WrittenInPlace } from "../../../ui/form/in-place.tsx";
import type { TreeRow } from "./place-tree.ts";

/** Height of a row, in pixels at the usual text size. */
export const ROW = 28;
const MAX_NAME = 500;
/** Levels that are set off; deeper ones stand as far in as the last of them. */
const SET_OFF = 12;

/** Where a row stands: at `start` pixels of the tree, or where it comes. */
function placed({ depth }: TreeRow, start?: number): CSSProperties {
  const paddingInlineStart = 8 + Math.min(depth, SET_OFF) * 14;
  const height = { height: ROW, paddingInlineStart };
  return start === undefined ? height : { ...height, position: "absolute", insetInline: 0, top: start };
}

interface TreeItemProps {
  id: string;
  index: number;
  row: TreeRow;
  /** Pixels above it. */
  start: number;
  /** Its name, also while a change of it is on the way. */
  name: string;
  isActive: boolean;
  isCut: boolean;
  /** What is dragged may be dropped on it. */
  isGoal: boolean;
  canMove: boolean;
  /** It was pressed, or what opens and closes it. */
  onPress: (isToggle: boolean) => void;
  onOpen: () => void;
  /** Takes the name that is being written in it; null while none is. */
  onRenamed: ((name: string | null) => void) | null;
}

/** A place of the tree: four elements, because very many may be in view. */
export function TreeItem({ row, name, isActive, onRenamed, ...props }: TreeItemProps) {
  const { place, isOpen } = row;
  const children = place?.children ?? 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys; its active row is named by it.
    <div
      id={props.id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.size}
      aria-posinset={row.position + 1}
      aria-expanded={children > 0 ? isOpen : undefined}
      aria-selected={isActive}
      aria-description={children === 0 ? undefined : counted(children, "place")}
      data-index={props.index}
      draggable={props.canMove && onRenamed === null}
      onClick={({ target }) => {
        if (onRenamed === null) props.onPress((target as Element).closest("[data-toggle]") !== null);
      }}
      onDoubleClick={({ target }) => {
        if (onRenamed === null && (target as Element).closest("[data-toggle]") === null) props.onOpen();
      }}
      className={`flex cursor-pointer items-center gap-1 pe-3 text-13 ${props.isGoal ? "outline-2 outline-accent -outline-offset-2" : ""} ${isActive ? "bg-accent-soft text-ink forced-colors:outline-2" : "text-ink-2 hover:bg-hover"} ${props.isCut ? "italic" : ""}`}
      style={placed(row, props.start)}
    >
      <Chevron row={row} />
      {onRenamed === null ? (
        <span dir="auto" className="min-w-0 grow truncate">
          {name}
        </span>
      ) : (
        <WrittenInPlace
          label="Name of the place"
          value={name}
          maxLength={MAX_NAME}
          className="min-h-6 min-w-0 grow rounded-control border border-accent bg-panel px-1 text-13 text-ink"
          onDone={onRenamed}
        />
      )}
      {children > 0 && (
        <span aria-hidden="true" className="numerals text-11 text-ink-3">
          {children.toLocaleString("en")}
        </span>
      )}
    </div>
  );
}

/** What opens and closes a row. */
function Chevron({ row }: { row: TreeRow }) {
  const hasChildren = (row.place?.children ?? 0) > 0;
  return (
    <span aria-hidden="true" data-toggle={hasChildren || undefined} className="w-5 shrink-0 text-center text-ink-3">
      {hasChildren ? (row.isOpen ? "▾" : "▸") : ""}
    </span>
  );
}

/** The name of what is scrolled past; a press goes back to it. */
export function StuckRow({ row, onGo }: { row: TreeRow | undefined; onGo: () => void }) {
  if (row?.place == null) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the row itself is in the tree; this one is a way for the mouse.
    <div
      onClick={onGo}
      className="flex cursor-pointer items-center gap-1 bg-panel pe-3 text-13 text-ink-2 hover:bg-hover"
      style={placed(row)}
    >
      <Chevron row={row} />
      <span dir="auto" className="truncate">
        {row.place.name}
      </span>
    </div>
  );
}

interface UnreadProps {
  row: TreeRow;
  start: number;
  onRetry: () => void;
}

/** Room for a place that is on its way, or the way to ask for it again. */
export function Unread({ row, start, onRetry }: UnreadProps) {
  const style = placed(row, start);
  if (!row.isFailed) {
    return (
      <div role="presentation" className="flex items-center ps-7 pe-3" style={style}>
        <span className="late-shown h-3 grow rounded-control bg-hover" />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: going to it with the keys of the tree asks again too.
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-label="These places could not be read. Retry"
      onClick={onRetry}
      className="flex cursor-pointer items-center gap-2 pe-3 text-12 text-error"
      style={style}
    >
      <span className="ps-6">Could not be read.</span>
      <span className="underline">Retry</span>
    </div>
  );
}
