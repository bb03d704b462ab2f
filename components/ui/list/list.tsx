"use client";

import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { AlertDialog } from "../alert-dialog.tsx";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import type { MenuEntry } from "../menu-entry.ts";
import { Notice } from "../notice.tsx";
import { LoadingRows } from "../skeleton.tsx";
import { type AddressForm, useAddressView } from "../use-address-view.ts";
import type { CellEditing } from "./cells.ts";
import { type ChosenColumns, chosenColumns, fitColumns } from "./fit-columns.ts";
import type {
  BulkAction,
  Column,
  ListDefinition,
  ListRows,
  RowAction,
  RowClipboard,
  WindowAction,
} from "./list-definition.ts";
import { type GridCursor, ListGrid } from "./list-grid.tsx";
import { ListToolbar, sayCount } from "./list-toolbar.tsx";
import { arrangeRows, isNarrowed, type ListView, listAddress, wholeView } from "./list-view.ts";
import { useBulkActions } from "./use-bulk-actions.ts";
import { useRowSelection } from "./use-row-selection.ts";

const FORMS = new WeakMap<object, AddressForm<ListView>>();

/** Returns the view of a list, kept in the address. `list` is a constant of its screen, or kept with `useMemo`. */
export function useListView<Row>(list: ListDefinition<Row>) {
  let form = FORMS.get(list);
  if (form === undefined) {
    form = listAddress(list);
    FORMS.set(list, form);
  }
  return useAddressView(form);
}

/** Handle by which a screen's own keys and buttons control its list. */
export interface ListHandle<Row> extends GridCursor<Row> {
  /** Puts the caret into the search field. */
  find(): void;
  open(): void;
  /** Selects or deselects the active row. */
  select(): void;
  /** The rows that are selected, as far as they are shown. */
  selected(): readonly Row[];
  selectAll(): void;
  /** Writes the name of a row in place: by its id, or of the active one. */
  rename(id?: string): void;
  /** Does an action to what is selected, or to the active row. */
  act(action: BulkAction<Row> | WindowAction<Row>): void;
  /** Runs a step of the screen; what it throws stands over the rows under `what`. */
  attempt(what: string, step: () => Promise<unknown>): Promise<void>;
}

export interface ListProps<Row> {
  list: ListDefinition<Row>;
  source: ListRows<Row>;
  view: ListView;
  show: (change: Partial<ListView>) => void;
  handle?: Ref<ListHandle<Row>> | undefined;
  /** The address of a row; a list has this, or `panel`, or neither. */
  hrefOf?: ((row: Row) => string | undefined) | undefined;
  /** Returns the panel beside the list for the open row; null where there is nothing to show. */
  panel?: ((open: string, row: Row | undefined, close: () => void) => ReactNode) | undefined;
  rowActions?: ((row: Row) => readonly RowAction<Row>[]) | undefined;
  bulkActions?: readonly (BulkAction<Row> | WindowAction<Row>)[] | undefined;
  /** Names can be written in place: what the field is called, and how a name is kept. */
  rename?:
    | {
        readonly label: string;
        save(row: Row, title: string): Promise<unknown>;
        readonly keys?: string | null;
        readonly disabledReason?: string | null;
      }
    | undefined;
  /** Text copied from rows, and the action for a text pasted on the active one. */
  clipboard?: RowClipboard<Row> | undefined;
  /** Draws the rows in another way than as a table. */
  body?: ((shown: ListBody<Row>) => ReactNode) | undefined;
  /** Editing of cells, where rows have one line. */
  cells?: CellEditing<Row> | undefined;
  /** Rows can be dragged; who takes them hears of it where they stand. */
  isDraggable?: boolean | undefined;
  /** Buttons over the rows. */
  actions?: ReactNode;
  /** Stands between the buttons and the rows. */
  children?: ReactNode;
  /** Said where there is no row at all. */
  empty: ReactNode;
  /** Said where the search or a filter leaves none. */
  noMatch?: string | undefined;
  /** Whether the list is a section of a page that scrolls as a whole. */
  isSection?: boolean | undefined;
  /** Columns of an address that names none, and what else is told of a choice. */
  chosen: ChosenColumns;
  onChoose: (chosen: ChosenColumns) => void;
  /** Says that the rows could not be read. */
  errorState: (error: unknown, retry: () => void) => ReactNode;
  /** Says why something was not done. */
  sayFailure: (error: unknown) => { readonly why: string; readonly requestId: string | null };
}

/** Rows of a list for another way to show them than as a table. */
export interface ListBody<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly titleOf: (row: Row) => string;
  readonly hrefOf: ((row: Row) => string | undefined) | undefined;
  readonly entriesOf: ((row: Row) => readonly MenuEntry[]) | undefined;
  /** Reads on; undefined where there is nothing more, or more is on its way. */
  readonly onEnd: (() => void) | undefined;
}

/**
 * A list: search, filters, sorted columns, selection with bulk actions, keyboard, virtual rows, and what is said while there are no
 * rows. What it shows stands in the address.
 */
export function List<Row>(props: ListProps<Row>) {
  const { list, source, view, show, bulkActions = [], isSection = false } = props;
  const bulk = useBulkActions(list, source);
  const left = (source.rows ?? []).filter((row) => !bulk.gone.has(list.id(row)));
  const rows = source.isWhole ? arrangeRows(list, left, view) : left;
  const ids = rows.map(list.id);
  const selection = useRowSelection(ids);
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(new Map());
  const [wantsAll, setWantsAll] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const cursor = useRef<GridCursor<Row>>(null);
  const selected = rows.filter((row) => selection.selected.has(list.id(row)));
  const hasMenu = props.rowActions !== undefined || bulkActions.length > 0 || props.rename !== undefined;
  const sides = { hasCheckbox: bulkActions.length > 0, hasMenu };
  const chosen = view.columns ?? props.chosen;
  const choose = (columns: ChosenColumns) => {
    show({ columns });
    props.onChoose(columns);
  };
  const fitted = fitColumns(list, chosen, useWidth(box), sides, rows);
  const titleOf = (row: Row) => renamed.get(list.id(row)) ?? list.title.text(row);
  const total = source.isWhole ? rows.length : Math.max(source.total ?? 0, rows.length);
  const count = sayCount(
    list.one,
    list.many,
    source.isWhole ? rows.length : total,
    source.isWhole ? left.length : undefined,
    selected.length,
  );

  // Everything that matches can be selected only once it is here.
  const { hasMore, isReadingMore, readMore } = source;
  useEffect(() => {
    if (!wantsAll) return;
    if (source.error !== null) setWantsAll(false);
    else if (!hasMore) {
      setWantsAll(false);
      selection.all();
    } else if (!isReadingMore) readMore();
  }, [wantsAll, hasMore, isReadingMore, readMore, source.error, selection.all]);

  function act(action: BulkAction<Row> | WindowAction<Row>, among: readonly Row[]): void {
    const on = among.filter((row) => action.takes?.(row) ?? true);
    if (on.length === 0 || action.disabledReason != null) return;
    if ("opens" in action) {
      action.opens(on);
      return;
    }
    if (action.asks !== undefined && on.length > action.asks.from) setAsked({ action, rows: on });
    else void bulk.act(action, on);
    selection.clear();
  }
  async function attempt(what: string, step: () => Promise<unknown>): Promise<void> {
    bulk.fail(null);
    try {
      await step();
    } catch (error) {
      bulk.fail({ what, error });
    }
  }
  async function saveTitle(row: Row, title: string): Promise<void> {
    const id = list.id(row);
    setRenamed((now) => new Map(now).set(id, title));
    await attempt(`“${list.title.text(row)}” could not be renamed`, async () => {
      await props.rename?.save(row, title);
      await source.again();
    });
    setRenamed((now) => new Map([...now].filter(([each]) => each !== id)));
  }
  function close(): void {
    const { open } = view;
    show({ open: null });
    requestAnimationFrame(() => open !== null && cursor.current?.focus(open));
  }
  const open = props.panel === undefined ? undefined : (row: Row) => show({ open: list.id(row) });
  const ofActive = (step: (row: Row) => void) => {
    const row = cursor.current?.active();
    if (row !== undefined) step(row);
  };
  useImperativeHandle(props.handle, () => ({
    active: () => cursor.current?.active(),
    focus: (id) => cursor.current?.focus(id),
    move: (step) => cursor.current?.move(step),
    find: () => field.current?.focus(),
    open: () =>
      ofActive((row) => {
        if (open !== undefined) open(row);
        else
          box.current
            ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(list.id(row))}"] [role=rowheader] a`)
            ?.click();
      }),
    select: () => bulkActions.length > 0 && ofActive((row) => selection.toggle(list.id(row))),
    selected: () => selected,
    selectAll: () => bulkActions.length > 0 && selection.toggleAll(),
    rename: (id) => (id === undefined ? ofActive((row) => setRenaming(list.id(row))) : setRenaming(id)),
    act: (action) => (selected.length > 0 ? act(action, selected) : ofActive((row) => act(action, [row]))),
    attempt,
  }));

  const entriesOf = (row: Row): readonly MenuEntry[] => {
    const { rename } = props;
    const lines = (props.rowActions?.(row) ?? []).map(({ run, ...line }) => ({ ...line, onSelect: () => run(row) }));
    return [
      ...lines.slice(0, 1),
      ...(rename === undefined
        ? []
        : [
            {
              title: "Rename",
              keys: rename.keys,
              disabledReason: rename.disabledReason,
              onSelect: () => setRenaming(list.id(row)),
            },
          ]),
      ...lines.slice(1),
      ...(lines.length > 0 && bulkActions.length > 0 ? ["separator" as const] : []),
      ...bulkActions
        .filter((action) => action.takes?.(row) ?? true)
        .map((action) => ({
          title: action.title,
          keys: action.keys,
          disabledReason: action.disabledReason,
          onSelect: () => act(action, [row]),
        })),
    ];
  };

  const panel =
    view.open === null
      ? null
      : props.panel?.(
          view.open,
          left.find((row) => list.id(row) === view.open),
          close,
        );
  const isPanelOpen = panel !== null && panel !== undefined;
  const isRead = source.rows !== undefined;
  const isBare = list.search === undefined && list.filters === undefined && isSection;
  return (
    <div className={isSection ? "" : "flex min-h-0 grow"}>
      <div
        ref={box}
        className={`min-w-0 ${isSection ? "" : "flex min-h-0 grow flex-col"} ${isPanelOpen ? "max-lg:hidden" : ""}`}
        // Without the grid, which has them for itself, the keys of the list act on what stands in its place.
        {...(!isSection &&
          (rows.length === 0 || props.body !== undefined) && {
            "data-command-scope": "list",
            "data-command-default": "true",
          })}
      >
        {!isBare && (
          <ListToolbar
            list={list}
            view={view}
            show={show}
            chosen={chosen}
            onChoose={choose}
            field={field}
            status={isRead ? count : ""}
          >
            {selected.length > 0 && selected.length === rows.length && hasMore && !source.isWhole && (
              <Button size="sm" disabled={wantsAll} onClick={() => setWantsAll(true)}>
                {wantsAll ? "Loading…" : `Select all ${total.toLocaleString("en")}`}
              </Button>
            )}
            {bulkActions
              .map((action) => ({ action, on: selected.filter((row) => action.takes?.(row) ?? true) }))
              .filter(({ on }) => on.length > 0)
              .map(({ action, on }) => (
                <Button
                  key={action.title}
                  size="sm"
                  disabledReason={action.disabledReason}
                  onClick={() => act(action, on)}
                >
                  {action.title} {on.length}
                </Button>
              ))}
            {props.actions}
          </ListToolbar>
        )}
        {bulk.failure !== null && (
          <FailureNotice
            title={bulk.failure.what}
            {...props.sayFailure(bulk.failure.error)}
            onDismiss={() => bulk.fail(null)}
          />
        )}
        {props.children}
        {isRead && source.isWhole && hasMore && source.error !== null && (
          <div className="px-4 pb-2">
            <Notice tone="error" title={`Not all ${list.many} are here`} announce>
              <p>{props.sayFailure(source.error).why}</p>
              <Button size="sm" className="mt-1.5" disabled={isReadingMore} onClick={readMore}>
                Try again
              </Button>
            </Notice>
          </div>
        )}
        {!isRead && source.error === null && <LoadingRows what={`the ${list.many}`} rows={8} className="h-8" />}
        {!isRead && source.error !== null && props.errorState(source.error, source.retry)}
        {isRead && left.length === 0 && (source.isWhole || !isNarrowed(list, view)) && props.empty}
        {isRead && rows.length === 0 && (source.isWhole ? left.length > 0 : isNarrowed(list, view)) && (
          <EmptyState action={<Button onClick={() => show(wholeView(list, view))}>Show all {list.many}</Button>}>
            {props.noMatch ?? (view.search === "" ? `No ${list.many} match.` : `No results for “${view.search}”.`)}
          </EmptyState>
        )}
        {rows.length > 0 &&
          props.body?.({
            rows,
            columns: chosenColumns(list, chosen),
            titleOf,
            hrefOf: props.hrefOf,
            entriesOf: hasMenu ? entriesOf : undefined,
            onEnd: hasMore && !isReadingMore ? readMore : undefined,
          })}
        {rows.length > 0 && props.body === undefined && (
          <ListGrid
            list={list}
            rows={rows}
            total={total}
            fitted={fitted}
            view={view}
            show={show}
            selection={bulkActions.length > 0 ? selection : undefined}
            cursor={cursor}
            hrefOf={props.hrefOf}
            onOpen={open}
            titleOf={titleOf}
            renaming={
              renaming === null || props.rename === undefined ? null : { id: renaming, label: props.rename.label }
            }
            onRenamed={(row, title) => {
              setRenaming(null);
              if (title !== null) void saveTitle(row, title);
            }}
            clipboard={props.clipboard}
            cells={props.cells}
            isDraggable={props.isDraggable === true}
            entriesOf={hasMenu ? entriesOf : undefined}
            onEnd={hasMore && !isReadingMore ? readMore : undefined}
            isSection={isSection}
            after={
              hasMore &&
              !source.isWhole && (
                <Button className="m-4" onClick={readMore}>
                  {isReadingMore ? "Loading…" : `Show more ${list.many}`}
                </Button>
              )
            }
          />
        )}
      </div>
      {panel}
      {asked?.action.asks !== undefined && (
        <AlertDialog
          open
          onClose={() => setAsked(null)}
          title={asked.action.asks.title(asked.rows.length)}
          description={<p>{asked.action.asks.why}</p>}
          action={asked.action.asks.action(asked.rows.length)}
          toType={asked.rows.length > 1 ? String(asked.rows.length) : undefined}
          onAct={() => void bulk.act(asked.action, asked.rows)}
        />
      )}
    </div>
  );
}

interface FailureNoticeProps {
  title: string;
  why: string;
  requestId: string | null;
  onDismiss: () => void;
}

/** Says over the rows what was not done, and why. */
function FailureNotice({ title, why, requestId, onDismiss }: FailureNoticeProps) {
  return (
    <div className="px-4 pb-2">
      <Notice tone="error" title={title} announce>
        <p>{why} Nothing else changed.</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
          {requestId !== null && <span className="break-all font-code text-11">request {requestId}</span>}
        </p>
      </Notice>
    </div>
  );
}

/** The width of an element in rem, as it changes; Infinity while it is not known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const look = () => {
      if (current.clientWidth === 0) return;
      setWidth(current.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
