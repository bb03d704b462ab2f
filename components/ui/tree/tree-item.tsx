"use client";

import type { CSSProperties, ReactNode } from "react";
import type { TreeRow } from "./tree-rows.ts";

/** Set-off of rows, in pixels a level and up to which level, and the width of what opens them. */
const SHAPES = {
  wide: { step: 14, levels: 12, chevron: "w-5", end: "pe-3" },
  narrow: { step: 8, levels: 6, chevron: "w-4", end: "pe-1.5" },
} as const;

/** Position and state that a tree gives each of its rows. */
export interface TreeItemPosition {
  readonly id: string;
  readonly index: number;
  readonly row: TreeRow;
  /** Pixels above it and its height; undefined where rows stand in the flow of the page. */
  readonly start: number | undefined;
  readonly height: number | undefined;
  /** Takes the row's element, where its height is measured. */
  readonly measure?: ((element: HTMLElement | null) => void) | undefined;
  /** Whether other rows lie in this one. */
  readonly isBranch: boolean;
  /** Whether keys go to this row. */
  readonly isAt: boolean;
  /** Whether a drop now would go into this row. */
  readonly isGoal: boolean;
}

interface TreeItemProps extends TreeItemPosition {
  readonly isSelected: boolean;
  readonly isDraggable?: boolean;
  /** Whether a press anywhere opens and closes it. */
  readonly isToggle?: boolean;
  /** Accessible name where that is not the text of the row. */
  readonly label?: string;
  readonly description?: string | undefined;
  readonly shape?: keyof typeof SHAPES;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Style that places a row: at `start` pixels of the tree, or where it comes. */
export function rowStyle(
  { depth }: TreeRow,
  start: number | undefined,
  height: number | undefined,
  shape: keyof typeof SHAPES = "wide",
): CSSProperties {
  const { step, levels } = SHAPES[shape];
  const style = { height, paddingInlineStart: 4 + Math.min(depth, levels) * step };
  return start === undefined ? style : { ...style, position: "absolute", insetInline: 0, top: start };
}

/** A row of a tree. */
export function TreeItem({ row, isBranch, isSelected, shape = "wide", ...props }: TreeItemProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and the keys; its active row is named by it.
    <div
      ref={props.measure}
      id={props.id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.size}
      aria-posinset={row.position + 1}
      aria-expanded={isBranch ? row.isOpen : undefined}
      aria-selected={isSelected}
      aria-label={props.label}
      aria-description={props.description}
      data-index={props.index}
      data-toggle={props.isToggle || undefined}
      draggable={props.isDraggable ?? false}
      className={`flex min-h-7 cursor-pointer items-center gap-1 text-13 ${SHAPES[shape].end} ${isSelected ? "bg-accent-soft text-ink forced-colors:outline-2" : "text-ink-2 hover:bg-hover"} ${props.isAt ? "group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:-outline-offset-2" : ""} ${props.isGoal ? "outline-2 outline-accent -outline-offset-2" : ""} ${props.className ?? ""}`}
      style={rowStyle(row, props.start, props.height, shape)}
    >
      <Chevron isOpen={isBranch ? row.isOpen : null} shape={shape} />
      {props.children}
    </div>
  );
}

interface ChevronProps {
  /** Null where nothing can be opened. */
  readonly isOpen: boolean | null;
  readonly shape?: keyof typeof SHAPES;
}

/** The mark that opens and closes a row. */
export function Chevron({ isOpen, shape = "wide" }: ChevronProps) {
  return (
    <span
      aria-hidden="true"
      data-toggle={isOpen !== null || undefined}
      className={`${SHAPES[shape].chevron} shrink-0 text-center text-11 text-ink-3`}
    >
      {isOpen === null ? "" : isOpen ? "▾" : "▸"}
    </span>
  );
}
