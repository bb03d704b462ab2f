"use client";

import { useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import type { ChosenColumns } from "../../ui/list/fit-columns.ts";
import { List, type ListHandle, type ListProps } from "../../ui/list/list.tsx";
import type { RowAction } from "../../ui/list/list-definition.ts";
import { failureOf, failureWords } from "../api/failure.ts";
import { useCommands } from "../commands/use-command.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { type Copyable, copyId, copyLink, useCopying } from "../commands/use-copying.ts";
import { ErrorState } from "../session/error-state.tsx";

interface ListScreenProps<Row>
  extends Omit<ListProps<Row>, "handle" | "chosen" | "onChoose" | "errorState" | "sayFailure"> {
  /** For a screen that asks something of its list. */
  handle?: { current: ListHandle<Row> | null } | undefined;
  /** Whether the address alone tells which columns are shown, as in lists whose views people share. */
  isShared?: boolean | undefined;
}

/** A list of the studio: the kit's, with the studio's commands, words for failures, and columns kept on this device. */
export function ListScreen<Row>({ isShared = false, ...props }: ListScreenProps<Row>) {
  const { list, source, isSection = false } = props;
  const own = useRef<ListHandle<Row>>(null);
  const handle = props.handle ?? own;
  const [chosen, choose] = useChosenColumns(list.name);
  const none = (source.rows?.length ?? 0) === 0 ? "The list is empty." : null;
  useCommandHandlers(
    isSection
      ? {}
      : {
          "list.next": () => handle.current?.move(1),
          "list.previous": () => handle.current?.move(-1),
          "list.open": { run: () => handle.current?.open(), disabled: none },
          ...((props.bulkActions?.length ?? 0) > 0 && {
            "list.select": { run: () => handle.current?.select(), disabled: none },
            "list.select-all": { run: () => handle.current?.selectAll(), disabled: none },
          }),
          ...(list.search !== undefined && { "list.find": () => handle.current?.find() }),
          ...(props.rename !== undefined && { "list.rename": { run: () => handle.current?.rename(), disabled: none } }),
        },
  );
  const hasMenu = props.rowActions !== undefined || props.rename !== undefined || (props.bulkActions?.length ?? 0) > 0;
  const copyable = (row: Row): Copyable => ({
    words: `“${list.title.text(row)}”`,
    href: hrefOfRow(props, row),
    id: list.id(row),
  });
  const usable = useCommands();
  const copying = (row: Row): RowAction<Row>[] => [
    ...(copyable(row).href === null
      ? []
      : [{ title: "Copy link", keys: usable("copy.link").keys, run: (on: Row) => copyLink(copyable(on)) }]),
    { title: "Copy ID", keys: usable("copy.id").keys, run: (on: Row) => copyId(copyable(on)) },
  ];
  return (
    <List
      {...props}
      {...(hasMenu && { rowActions: (row: Row) => [...(props.rowActions?.(row) ?? []), ...copying(row)] })}
      handle={handle}
      chosen={isShared ? null : chosen}
      onChoose={(columns) => !isShared && choose(columns)}
      errorState={(error, retry) => (
        <ErrorState
          what={`The ${list.many}`}
          error={error}
          onRetry={retry}
          back={{ href: "/", label: "Go to your projects" }}
        />
      )}
      sayFailure={(error) => {
        return { why: failureWords(error), requestId: failureOf(error).requestId };
      }}
    >
      {!isSection && <RowCopying row={() => handle.current?.active()} copyable={copyable} />}
      {props.children}
    </List>
  );
}

/** Returns the address of a row: its page, or this one with the row open beside the list; null for neither. */
function hrefOfRow<Row>({ list, hrefOf, panel }: Omit<ListScreenProps<Row>, "isShared">, row: Row): string | null {
  const href = hrefOf?.(row);
  if (href !== undefined) return href;
  if (panel === undefined || list.opens === undefined) return null;
  const url = new URL(window.location.href);
  url.searchParams.set(list.opens, list.id(row));
  return url.href;
}

/** Copies the address and the id of the active row. Draws nothing. */
function RowCopying<Row>({ row, copyable }: { row: () => Row | undefined; copyable: (row: Row) => Copyable }) {
  useCopying(() => {
    const active = row();
    return active === undefined ? { words: "this page", href: window.location.href, id: null } : copyable(active);
  });
  return null;
}

/** The columns a person chose for a list, kept on this device; null for the list's own. */
function useChosenColumns(name: string): [ChosenColumns, (chosen: ChosenColumns) => void] {
  const key = `fabula.columns.${name}`;
  const subscribe = useCallback((listener: () => void) => {
    window.addEventListener("storage", listener);
    window.addEventListener("fabula-columns", listener);
    return () => {
      window.removeEventListener("storage", listener);
      window.removeEventListener("fabula-columns", listener);
    };
  }, []);
  const kept = useSyncExternalStore(
    subscribe,
    () => {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    () => null,
  );
  const chosen = useMemo(() => (kept === null ? null : kept.split(" ").filter((each) => each !== "")), [kept]);
  return [
    chosen,
    (next) => {
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, next.join(" "));
      } catch {
        return;
      }
      window.dispatchEvent(new Event("fabula-columns"));
    },
  ];
}
