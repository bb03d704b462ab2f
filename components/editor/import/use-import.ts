"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { findItems, type PickedItem } from "./find-items.ts";
import type { ImportChoice } from "./import-choice.ts";
import { type ImportItem, importItem, type TriedItem, tryAfter, tryAgain, tryStory } from "./import-run.ts";
import type { PickedRows } from "./picked-rows.ts";

/** Stories on their way in, and what can be done with them. */
export interface Imports {
  readonly items: readonly ImportItem[];
  /** Whether something is being read or written. */
  readonly busy: boolean;
  add(files: readonly File[]): void;
  /** Tries a story out again with another choice. */
  choose(id: number, choice: ImportChoice): void;
  remove(id: number): void;
  /** Tries a story out again that the server did not answer to. */
  retry(id: number): void;
  /**
   * Imports the stories one after the other; one that others before it change is shown again instead, and one that was removed or
   * chosen for otherwise meanwhile is left.
   */
  importAll(): Promise<void>;
}

/**
 * Finds what is in files that come together, tries the stories out one after the other, and imports those that a person then wants.
 *
 * @param onRows - Takes rows that came alone: nobody has to choose among one.
 */
export function useImport(onRows: (rows: PickedRows, id: number) => void): Imports {
  const client = useStudioClient();
  const projectId = useProjectId();
  const readAgain = useRefresh((api) => [api.dialogues.pathKey(), api.variables.pathKey(), api.entities.pathKey()]);
  const [items, setItems] = useState<readonly ImportItem[]>([]);
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  const lastId = useRef(0);
  const chosen = useRef(new Map<number, ImportChoice>());
  const turn = useRef<Promise<void>>(Promise.resolve());

  const replace = useCallback((next: ImportItem) => {
    setItems((now) => now.map((each) => (each.id === next.id ? next : each)));
  }, []);

  const add = (files: readonly File[]) => {
    const [first, ...more] = files;
    if (first === undefined) return;
    const nextId = () => {
      lastId.current += 1;
      return lastId.current;
    };
    const reading = nextId();
    const name = more.length === 0 ? first.name : `${files.length} files`;
    setItems((now) => [...now, { id: reading, name, state: "reading" }]);
    turn.current = turn.current.then(async () => {
      const found = (await findItems(files)).map((item) => ({ id: nextId(), item }));
      setItems((now) =>
        now.flatMap((each): ImportItem[] =>
          each.id === reading ? found.map(({ id, item }) => ({ id, name: item.name, ...stateOf(item) })) : [each],
        ),
      );
      for (const { id, item } of found) {
        if ("files" in item) replace(await tryStory({ client, projectId }, id, item));
      }
      const [only, ...others] = found;
      if (only !== undefined && others.length === 0 && "rows" in only.item) onRows(only.item, only.id);
    });
  };

  const choose = (id: number, choice: ImportChoice) => {
    const item = items.find((each) => each.id === id);
    if (item?.state !== "tried") return;
    const next: TriedItem = { ...item, choice, isStale: true };
    chosen.current.set(id, choice);
    replace(next);
    turn.current = turn.current.then(async () => {
      // Of several choices in a row only the last one is tried.
      if (chosen.current.get(id) !== choice) return;
      const tried = await tryAgain({ client, projectId }, next);
      if (chosen.current.get(id) === choice) replace(tried);
    });
  };

  const retry = (id: number) => {
    const item = items.find((each) => each.id === id);
    if (item?.state !== "refused" || item.again === null) return;
    const { story, choice } = item.again;
    replace({ id, name: item.name, state: "reading" });
    turn.current = turn.current.then(async () => replace(await tryStory({ client, projectId }, id, story, choice)));
  };

  const importAll = async () => {
    let isFirst = true;
    for (const item of items) {
      // One that waits can be removed meanwhile, or get another preview, which nobody has read yet.
      if (item.state !== "tried" || !latest.current.includes(item)) continue;
      replace({ ...item, state: "importing" });
      // Stories were tried each by itself: what one brings can change what becomes of the next.
      const now: ImportItem = isFirst ? item : await tryAfter({ client, projectId }, item);
      const next: ImportItem =
        now.state === "tried" && (isFirst || !now.isOther) ? await importItem({ client, projectId }, now) : now;
      replace(next);
      isFirst &&= next.state !== "imported";
    }
    await readAgain();
  };

  return {
    items,
    busy: items.some(
      (each) => each.state === "reading" || each.state === "importing" || (each.state === "tried" && each.isStale),
    ),
    add,
    choose,
    remove: (id) => setItems((now) => now.filter((each) => each.id !== id)),
    retry,
    importAll,
  };
}

/** State in which an item that was found begins. */
function stateOf(item: PickedItem) {
  if ("why" in item) return { state: "unreadable", why: item.why, isBeside: item.isBeside === true } as const;
  if ("rows" in item) return { state: "rows", rows: item } as const;
  return "project" in item ? ({ state: "project", project: item } as const) : ({ state: "reading" } as const);
}
