import type { ReactNode } from "react";

/** A column of a list: what its head says, what its cells show, and how rows are ordered by it. */
export interface Column<Row> {
  /** Key of the column in the address (`sort=words`) and among a person's chosen columns. */
  readonly key: string;
  readonly label: string;
  cell(row: Row): ReactNode;
  /** Text of a cell, by whose length the column gets its width; a column without one has the width that it declares. */
  text?(row: Row): string;
  /** The direction in which a first click sorts; a column without one does not sort. */
  readonly sort?: "ascending" | "descending" | undefined;
  /** Returns the value that rows are sorted by where all of them are loaded. Lists sorted by the server need none. */
  value?(row: Row): string | number;
  /** Least width in rem. */
  readonly width: number;
  /** Share of the room that is left; 0 keeps the least width. */
  readonly grows?: number | undefined;
  /** Numbers stand at the end of their column. */
  readonly align?: "end" | undefined;
  /**
   * Order in which columns are hidden where there is little room: the highest number first. 0, the default, is never
   * hidden.
   */
  readonly yields?: number | undefined;
  /** Shown only once a person has chosen it. */
  readonly isExtra?: boolean | undefined;
}

/** The column that names a row; it is always there, and opens the row where there is something to open. */
export interface TitleColumn<Row> extends Omit<Column<Row>, "cell" | "text" | "yields" | "isExtra" | "align"> {
  /** The name, as text: menus, checkboxes and announcements say it too. */
  text(row: Row): string;
  /** Returns the content under the name. */
  below?(row: Row): ReactNode;
  /** Returns what stands before the name: a face, an icon. */
  sign?(row: Row): ReactNode;
  /** Face of the name: `font-reading`, `font-code`. */
  readonly className?: string | undefined;
}

/** A choice that narrows the list. It stands in the address under its key; nothing there is "all". */
export interface Filter<Row> {
  readonly key: string;
  readonly label: string;
  /**
   * Name of the option for no filter; without it one option is always chosen, the first unless the address names
   * another.
   */
  readonly all?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether any text is an option, which the screen draws itself; each choice is a step of Back. */
  readonly isFree?: boolean | undefined;
  /** One of two or three, all of them shown side by side. */
  readonly isShort?: boolean | undefined;
  /** Whether a row passes, where all rows are here. Lists that the server filters need none. */
  matches?(row: Row, value: string): boolean;
}

/** Definition of a list apart from its rows: a constant of its screen. */
export interface ListDefinition<Row> {
  /** Accessible name, and the key of stored preferences on this device. */
  readonly name: string;
  readonly one: string;
  readonly many: string;
  id(row: Row): string;
  readonly title: TitleColumn<Row>;
  readonly columns: readonly Column<Row>[];
  /** The order that an address without one stands for; null where the rows come in an order of their own. */
  readonly order: { readonly key: string; readonly descending: boolean } | null;
  /** The field that finds rows; `texts` are what it looks in where all rows are here. */
  readonly search?: { readonly label: string; texts?(row: Row): readonly string[] } | undefined;
  readonly filters?: readonly Filter<Row>[] | undefined;
  /** Name in the address of the row that is open beside the list. */
  readonly opens?: string | undefined;
}

/** The rows of a list, as far as they have been read. */
export interface ListRows<Row> {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Number of matching rows; for whole lists the rows themselves tell it. */
  readonly total: number | undefined;
  /** All rows come by themselves, and the list finds, filters and sorts them. */
  readonly isWhole: boolean;
  readonly error: unknown;
  retry(): void;
  /** More rows can be asked for. */
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readMore(): void;
  /** Reads everything again after a change. */
  again(): Promise<void>;
}

/** A line of a row's menu. */
export interface RowAction<Row> {
  readonly title: string;
  run(row: Row): void;
  /** Shortcut as written on this platform. */
  readonly keys?: string | null | undefined;
  /** Reason why the action is disabled; null when it is enabled. */
  readonly disabledReason?: string | null | undefined;
}

/** Action on one row or many. */
interface SelectionAction<Row> {
  /** Imperative: "Delete". The button over a selection adds its number. */
  readonly title: string;
  readonly keys?: string | null | undefined;
  readonly disabledReason?: string | null | undefined;
  /** Whether it can be done to a row; to any when absent. */
  takes?(row: Row): boolean;
}

/** An action that asks in a window of its own, which does it. */
export interface WindowAction<Row> extends SelectionAction<Row> {
  opens(rows: readonly Row[]): void;
}

/** An action that is done to one row after the other, and says what came of it. */
export interface BulkAction<Row> extends SelectionAction<Row> {
  run(row: Row): Promise<unknown>;
  /** Takes it back for one row; with it, the result is said with Undo. */
  undo?(row: Row): Promise<unknown>;
  /** Rows leave the list at once, and come back where it failed. */
  readonly removes?: boolean | undefined;
  /** The result, as a sentence. */
  said(rows: readonly Row[]): string;
  /** Titles of what failed: doing it, and taking it back. */
  readonly failed: string;
  readonly undoFailed?: string | undefined;
  /** Asks before it is done to more than `from` rows: the number is typed where it is not one. */
  readonly asks?:
    | { readonly from: number; title(count: number): string; readonly why: string; action(count: number): string }
    | undefined;
}

/** Copying rows and pasting on them. */
export interface RowClipboard<Row> {
  /** The text of rows: those that are selected, or the active one. */
  copy(rows: readonly Row[]): string;
  /** Takes a text that was pasted; `from` is the active row. */
  paste(text: string, from: Row): void;
}
