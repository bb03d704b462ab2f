"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "../checkbox.tsx";
import { GridPart } from "../grid-part.tsx";
import type { FittedColumns } from "./fit-columns.ts";
import type { Column, ListDefinition, TitleColumn } from "./list-definition.ts";
import type { ListView } from "./list-view.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface ListHeadProps<Row> {
  list: ListDefinition<Row>;
  fitted: FittedColumns<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
  /** Undefined where rows cannot be selected. */
  selection: RowSelection | undefined;
  /** Rows shown. */
  count: number;
  hasMenu: boolean;
}

/** Heads of the columns. Those that sort are buttons; where rows have two lines, only the selection and the title are left. */
export function ListHead<Row>({ list, fitted, view, show, selection, count, hasMenu }: ListHeadProps<Row>) {
  const selected = selection?.selected.size ?? 0;
  return (
    <GridPart
      part="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid min-h-9 items-center gap-x-3 border-line border-y bg-canvas px-4 text-12 text-ink-2"
      style={{ gridTemplateColumns: fitted.template }}
    >
      {selection !== undefined && (
        <GridPart part="columnheader" className="flex justify-center">
          <Checkbox
            label={`Select all ${list.many}`}
            isLabelHidden
            className="justify-center"
            checked={selected > 0 && selected === count}
            indeterminate={selected > 0 && selected < count}
            onChange={selection.toggleAll}
          />
        </GridPart>
      )}
      <Head column={list.title} view={view} show={show} />
      {!fitted.isLines &&
        fitted.columns.map((column) => <Head key={column.key} column={column} view={view} show={show} />)}
      {hasMenu && (
        <GridPart part="columnheader">
          <span className="sr-only">More</span>
        </GridPart>
      )}
    </GridPart>
  );
}

interface HeadProps<Row> {
  column: Column<Row> | TitleColumn<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
}

function Head<Row>({ column, view, show }: HeadProps<Row>) {
  const { key, label, sort } = column;
  const isEnd = "align" in column && column.align === "end";
  const place = isEnd ? "min-w-0 text-end" : "min-w-0 break-words";
  if (sort === undefined) {
    return (
      <GridPart part="columnheader" className={place}>
        {label}
      </GridPart>
    );
  }
  const isSorted = view.sort === key;
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <GridPart
      part="columnheader"
      aria-sort={!isSorted ? "none" : view.descending ? "descending" : "ascending"}
      className={place}
    >
      <button
        type="button"
        onClick={() => show({ sort: key, descending: isSorted ? !view.descending : sort === "descending" })}
        className="-mx-1 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-control px-1 -outline-offset-2 hover:text-ink"
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </GridPart>
  );
}
