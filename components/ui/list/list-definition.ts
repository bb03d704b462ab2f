import type { ReactNode } from "react";

/** A column of a list: what its head says, what its cells show, and how rows are ordered by it. */
export interface Column<Row> {
  /** Its name in the address (`sort=words`) and among the columns a person chose. */
  readonly key: string;
  readonly label: string;
  cell(row: Row): ReactNode;
  /** The direction in which a first click sorts; a column without one does not sort. */
  readonly sort?: "ascending" | "descending" | undefined;
  /** What rows are ordered by where all of them are here. Lists that the server sorts need none. */
  value?(row: Row): string | number;
  /** Least width in rem. */
  readonly width: number;
  /** Share of the room that is left; 0 keeps the least width. */
  readonly grows?: number | undefined;
  /** Numbers stand at the end of their column. */
  readonly align?: "end" | undefined;
  /** What gives way first where there is little room: the highest number does. 0, the default, never gives way. */
  readonly yields?: number | undefined;
  /** Shown only once a person has chosen it. */
  readonly isExtra?: boolean | undefined;
}

/** The column that names a row; it is always there, and opens the row where there is something to open. */
export interface TitleColumn<Row> extends Omit<Column<Row>, "cell" | "yields" | "isExtra" | "align"> {
  /** The name, as text: menus, checkboxes and announcements say it too. */
  text(row: Row): string;
  /** What stands under the name. */
  below?(row: Row): ReactNode;
  /** Face of the name: `font-reading`, `font-code`. */
  readonly className?: string | undefined;
}

/** A choice that narrows the list. It stands in the address under its key; nothing there is "all". */
export interface Filter<Row> {
  readonly key: string;
  readonly label: string;
  /** What no choice is called; without it one is always chosen, the first unless the address says another. */
  readonly all?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Any text is a choice, which the screen draws by itself; each is a step that Back takes back. */
  readonly isFree?: boolean | undefined;
  /** One of two or three, all of them shown side by side. */
  readonly isShort?: boolean | undefined;
  /** Whether a row passes, where all rows are here. Lists that the server filters need none. */
  matches?(row: Row, value: string): boolean;
}

/** What a list is, apart from its rows: a constant of its screen. */
export interface ListDefinition<Row> {
  /** Its accessible name, and its name among what is kept on this device. */
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
  /** Under which name the address keeps the row that is open beside the list. */
  readonly opens?: string | undefined;
}

/** The rows of a list, as far as they have been read. */
export interface ListRows<Row> {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** How many match in all; for whole lists the rows themselves say it. */
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
  /** Its shortcut as written on this platform. */
  readonly keys?: string | null | undefined;
  /** Why it cannot be done now; null when it can. */
  readonly disabledReason?: string | null | undefined;
}

/** Something done to one row or to many. */
interface SelectionAction {
  /** Imperative: "Delete". The button over a selection adds its number. */
  readonly title: string;
  readonly keys?: string | null | undefined;
  readonly disabledReason?: string | null | undefined;
}

/** An action that asks in a window of its own, which does it. */
export interface WindowAction<Row> extends SelectionAction {
  opens(rows: readonly Row[]): void;
}

/** An action that is done to one row after the other, and says what came of it. */
export interface BulkAction<Row> extends SelectionAction {
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
  /** Asks before it is done to more than `from` rows: the number is typed. */
  readonly asks?:
    | { readonly from: number; title(count: number): string; readonly why: string; action(count: number): string }
    | undefined;
}

/** How rows are copied and what is pasted on them. */
export interface RowClipboard<Row> {
  /** The text of rows: those that are selected, or the active one. */
  copy(rows: readonly Row[]): string;
  /** Takes a text that was pasted; `from` is the active row. */
  paste(text: string, from: Row): void;
}
