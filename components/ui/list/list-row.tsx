"use client";

import { Ellipsis } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { AlertLine } from "../alert-line.tsx";
import { Checkbox } from "../checkbox.tsx";
import { WrittenInPlace } from "../form/in-place.tsx";
import { GridPart } from "../grid-part.tsx";
import { IconButton } from "../icon-button.tsx";
import { Menu } from "../menu.tsx";
import type { MenuEntry } from "../menu-entry.ts";
import { PageLink } from "../page-link.tsx";
import type { CellEditing } from "./cells.ts";
import type { FittedColumns } from "./fit-columns.ts";
import type { ListDefinition } from "./list-definition.ts";
import type { Cells } from "./use-cells.ts";

export interface ListRowProps<Row> {
  list: ListDefinition<Row>;
  row: Row;
  fitted: FittedColumns<Row>;
  /** Index among all rows, from 0. */
  index: number;
  /** Whether it is the stop of the Tab key; absent in lists without a cursor. */
  isActive: boolean | undefined;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  /** Whether it is open beside the list; undefined where rows have an address of their own, or nothing to open. */
  isOpen: boolean | undefined;
  href: string | undefined;
  /** Name to show, also while a change of it is in flight. */
  title: string;
  /** Label of the input while the name is edited in place; null while it is not. */
  renaming: string | null;
  isDraggable: boolean;
  entries: (() => readonly MenuEntry[]) | undefined;
  /** Editing of the cells; undefined where they are only read. */
  editing: CellEditing<Row> | undefined;
  cells: Cells<Row>;
  measure: ((element: HTMLElement | null) => void) | undefined;
  onActivate: () => void;
  onOpen: () => void;
  onSelect: (isRange: boolean) => void;
  onRenamed: (title: string | null) => void;
}

const TITLE = "max-w-full break-words text-start font-medium text-ink hover:text-accent hover:underline";

/** A row of a list. */
export function ListRow<Row>(props: ListRowProps<Row>) {
  const { list, row, fitted, index, isActive, isSelected, isOpen, title, entries } = props;
  const { columns, isLines, template } = fitted;
  const cell = isActive === undefined ? "cell" : "gridcell";
  const menu = entries !== undefined && (
    <GridPart part={cell} className="flex justify-center">
      <Menu
        entries={entries}
        align="end"
        trigger={(trigger) => (
          <IconButton size="sm" label={`More for ${title}`} icon={<Ellipsis className="size-4" />} {...trigger} />
        )}
      />
    </GridPart>
  );
  return (
    <GridPart
      ref={props.measure}
      part="row"
      tabIndex={isActive === undefined ? undefined : isActive ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen === true ? "true" : undefined}
      data-index={index}
      data-row={list.id(row)}
      draggable={props.isDraggable || undefined}
      onFocus={props.onActivate}
      className="grid min-h-10 items-center gap-x-3 border-line border-b px-4 py-1.5 text-13 text-ink-2 -outline-offset-2 hover:bg-hover aria-[current=true]:bg-accent-soft aria-selected:bg-accent-soft"
      style={{ gridTemplateColumns: template }}
    >
      {isSelected !== undefined && (
        <GridPart part={cell} className="flex justify-center">
          <Checkbox
            label={`Select ${title}`}
            isLabelHidden
            checked={isSelected}
            className="justify-center"
            onClick={(event: MouseEvent) => props.onSelect(event.shiftKey)}
            readOnly
          />
        </GridPart>
      )}
      <GridPart part="rowheader" {...cellProps(props, list.title.key, "min-w-0")}>
        <CellContent {...props} column={list.title.key}>
          {props.renaming === null ? (
            list.title.sign === undefined ? (
              <Title {...props} />
            ) : (
              <span className="flex min-w-0 items-center gap-2">
                {list.title.sign(row)}
                <span className="min-w-0">
                  <Title {...props} />
                </span>
              </span>
            )
          ) : (
            <WrittenInPlace
              label={props.renaming}
              value={title}
              maxLength={200}
              className="min-h-7 w-full rounded-control border border-accent bg-panel px-1 font-reading text-15 text-ink"
              onDone={props.onRenamed}
            />
          )}
          {list.title.below !== undefined && <div className="text-12 text-ink-3">{list.title.below(row)}</div>}
        </CellContent>
      </GridPart>
      {isLines && menu}
      {isLines ? (
        <div
          role="presentation"
          className="col-end-[-1] mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-12"
          style={{ gridColumnStart: isSelected === undefined ? 1 : 2 }}
        >
          {columns.map((column) => (
            <GridPart key={column.key} part={cell} className="min-w-0 max-w-full break-words empty:hidden">
              {column.align === "end" && <span className="text-ink-3">{column.label} </span>}
              {column.cell(row)}
            </GridPart>
          ))}
        </div>
      ) : (
        columns.map((column) => (
          <GridPart
            key={column.key}
            part={cell}
            {...cellProps(props, column.key, `min-w-0 ${column.align === "end" ? "numerals text-end" : "break-words"}`)}
          >
            <CellContent {...props} column={column.key}>
              {column.text === undefined ? column.cell(row) : <div className="line-clamp-2">{column.cell(row)}</div>}
            </CellContent>
          </GridPart>
        ))
      )}
      {!isLines && menu}
    </GridPart>
  );
}

/** Attributes of a cell, by which the grid finds it and gives it the focus where it can be edited. */
function cellProps<Row>({ editing, cells, row }: ListRowProps<Row>, column: string, className: string) {
  if (editing === undefined) return { className };
  return {
    "data-cell": column,
    tabIndex: -1,
    "aria-selected": cells.isMarked(row, column),
    "aria-readonly": !editing.canEdit(column) || editing.disabledReason !== null || undefined,
    className: `${className} relative -mx-1.5 flex min-h-7 flex-col justify-center self-stretch rounded-control px-1.5 -outline-offset-2 aria-selected:bg-accent-soft`,
  };
}

interface CellContentProps<Row> extends ListRowProps<Row> {
  column: string;
  children: ReactNode;
}

/** Shows the value of a cell, the field in which it is edited, or what is not saved of it yet and why. */
function CellContent<Row>({ list, row, editing, cells, column, children }: CellContentProps<Row>) {
  if (editing === undefined) return children;
  const { editing: edited } = cells;
  if (edited !== null && edited.at.column === column && edited.at.id === list.id(row)) {
    return (
      <>
        <div aria-hidden="true" className="invisible">
          {children}
        </div>
        {editing.field({ row, column, typed: edited.typed, onDone: cells.onDone })}
      </>
    );
  }
  const unsaved = editing.unsaved(row, column);
  if (unsaved === undefined) return children;
  return (
    <>
      <span dir="auto" className={`line-clamp-2 ${unsaved.problem === null ? "text-ink-3" : "text-ink"}`}>
        {unsaved.text === "" ? "(empty)" : unsaved.text}
      </span>
      {unsaved.problem !== null && <AlertLine className="text-11">{unsaved.problem}</AlertLine>}
    </>
  );
}

function Title<Row>({ list, href, isOpen, title, onOpen }: ListRowProps<Row>): ReactNode {
  const className = `${list.title.className ?? ""} ${TITLE}`;
  if (href !== undefined) {
    return (
      <PageLink
        href={href}
        dir="auto"
        className={`inline-block ${className}`}
        // What lies elsewhere does not take the place of the studio.
        {...(href.startsWith("https:") && { target: "_blank", rel: "noopener" })}
      >
        {title}
      </PageLink>
    );
  }
  if (isOpen === undefined) {
    return (
      <span dir="auto" className={`break-words font-medium text-ink ${list.title.className ?? ""}`}>
        {title}
      </span>
    );
  }
  return (
    <button type="button" aria-expanded={isOpen} dir="auto" onClick={onOpen} className={`cursor-pointer ${className}`}>
      {title}
    </button>
  );
}
