"use client";

import { useCallback, useRef, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { type ImportItem, importItem, tryFile } from "./import-run.ts";

/** Files on their way in, and what can be done with them. */
export interface Imports {
  readonly items: readonly ImportItem[];
  /** Whether something is being read or written. */
  readonly busy: boolean;
  add(files: readonly File[]): void;
  remove(id: number): void;
  importAll(): Promise<void>;
}

/** Tries files out one after the other, and imports those that a person then wants. */
export function useImport(): Imports {
  const client = useStudioClient();
  const projectId = useProjectId();
  const readAgain = useRefresh((api) => [api.dialogues.pathKey(), api.variables.pathKey(), api.entities.pathKey()]);
  const [items, setItems] = useState<readonly ImportItem[]>([]);
  const lastId = useRef(0);
  const turn = useRef<Promise<void>>(Promise.resolve());

  const replace = useCallback((next: ImportItem) => {
    setItems((now) => now.map((each) => (each.id === next.id ? next : each)));
  }, []);

  const add = (files: readonly File[]) => {
    for (const file of files) {
      lastId.current += 1;
      const id = lastId.current;
      setItems((now) => [...now, { id, name: file.name, state: "reading" }]);
      turn.current = turn.current.then(async () => {
        replace(await tryFile({ client, projectId, name: file.name }, id, file));
      });
    }
  };

  const importAll = async () => {
    for (const item of items) {
      if (item.state !== "tried") continue;
      replace({ ...item, state: "importing" });
      replace(await importItem({ client, projectId, name: item.name }, item));
    }
    await readAgain();
  };

  return {
    items,
    busy: items.some((each) => each.state === "reading" || each.state === "importing"),
    add,
    remove: (id) => setItems((now) => now.filter((each) => each.id !== id)),
    importAll,
  };
}
