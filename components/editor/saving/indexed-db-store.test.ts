import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test } from "vitest";
import { indexedDbStore } from "./indexed-db-store.ts";
import type { Entry } from "./outbox/entry.ts";
import { EntryWriter } from "./outbox/entry-writer.ts";
import { systemClock } from "./outbox/ports.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function entry(id: string, label = "Write"): Entry {
  return {
    id,
    number: 1,
    tabId: "tab-a",
    userId: "usr_a",
    workspaceId: "wsp_a",
    projectId: "prj_a",
    graphId: "dlg_a",
    label,
    operations: [{ op: "node.update", id: "node_a", patch: { text: label }, base_seq: 3 }],
    at: 1,
    state: "open",
    batch: null,
    conflicts: [],
    refusal: null,
  };
}

test("what one page wrote, another reads", async () => {
  await indexedDbStore().write([entry("a"), entry("b")], []);
  const other = indexedDbStore();
  expect(await other.all()).toEqual([entry("a"), entry("b")]);
  await other.write([entry("a", "again")], ["b"]);
  expect(await other.all()).toEqual([entry("a", "again")]);
});

test("a write that fails leaves nothing behind", async () => {
  const store = indexedDbStore();
  await store.write([entry("a")], []);
  const impossible = { ...entry("b"), label: (() => undefined) as unknown as string };
  await expect(store.write([entry("a", "changed"), impossible], [])).rejects.toThrow();
  expect(await store.all()).toEqual([entry("a")]);
});

test("a writer stores the last of many changes, and says when it cannot", async () => {
  const store = indexedDbStore();
  const said: boolean[] = [];
  const writer: EntryWriter = new EntryWriter(store, systemClock, () => said.push(writer.keepsLocally));
  for (let n = 0; n < 50; n++) writer.write([entry("a", `${n}`)], []);
  expect(writer.isSettled).toBe(false);
  await writer.settled();
  expect(await store.all()).toEqual([entry("a", "49")]);
  expect(said).toEqual([]);

  const full: EntryWriter = new EntryWriter(
    { ...store, write: () => Promise.reject(new DOMException("full", "QuotaExceededError")) },
    { ...systemClock, after: () => () => undefined },
    () => said.push(full.keepsLocally),
  );
  full.write([entry("c")], []);
  await full.settled();
  expect(said).toEqual([false]);
  expect(full.isSettled).toBe(false);
});

test.each([
  ["is missing", undefined],
  [
    "is refused",
    {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    },
  ],
])("where the database %s, the writer says that nothing is kept here", async (_, database) => {
  globalThis.indexedDB = database as unknown as IDBFactory;
  const store = indexedDbStore();
  await expect(store.all()).rejects.toThrow();
  const writer: EntryWriter = new EntryWriter(store, { ...systemClock, after: () => () => undefined }, () => undefined);
  writer.write([entry("a")], []);
  await writer.settled();
  expect(writer.keepsLocally).toBe(false);
});
