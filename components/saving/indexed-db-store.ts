import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./outbox/entry.ts";
import type { EntryStore } from "./outbox/entry-store.ts";

interface Schema extends DBSchema {
  entries: { key: string; value: Entry };
}

const NAME = "fabula-outbox";

/** Entries in this browser's database. The connection is made anew when it was lost. */
export function indexedDbStore(): EntryStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;

  function database(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDB<Schema>(NAME, 1, {
      upgrade: (db) => void db.createObjectStore("entries", { keyPath: "id" }),
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: () => {
        opening = null;
      },
    }).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  return {
    async all() {
      return (await database()).getAll("entries");
    },
    async write(put, remove) {
      // Written to the operating system is enough to outlive the browser; waiting for the disk costs ten times as long.
      const transaction = (await database()).transaction("entries", "readwrite", { durability: "relaxed" });
      const { store } = transaction;
      for (const id of remove) void store.delete(id).catch(() => undefined);
      for (const entry of put) void store.put(entry).catch(() => undefined);
      await transaction.done;
    },
  };
}
