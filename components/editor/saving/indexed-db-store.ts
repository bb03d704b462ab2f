import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry } from "./outbox/entry.ts";
import type { EntryStore } from "./outbox/ports.ts";

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
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opening = null;
      },
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
      const parts: Promise<unknown>[] = [transaction.done];
      // One that throws must not leave the ones before it without anybody to hear of their end.
      const begin = (part: Promise<unknown>) => {
        part.catch(() => undefined);
        parts.push(part);
      };
      transaction.done.catch(() => undefined);
      try {
        for (const id of remove) begin(store.delete(id));
        for (const entry of put) begin(store.put(entry));
        await Promise.all(parts);
      } catch (error) {
        if (transaction.error === null) abort(transaction);
        throw error;
      }
    },
  };
}

/** Undoes what a transaction has done so far, unless it has ended already. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It had ended: there is nothing left to undo.
  }
}
