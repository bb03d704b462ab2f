import { describe, expect, test } from "vitest";
import { branch } from "../../model/sample-content.ts";
import { type Entry, wordsOf } from "../../saving/outbox/entry.ts";
import { FakeTab, openBrowser, write } from "./fake-tab.ts";

describe("saving", () => {
  test("what is typed is stored at once and sent after a pause, once", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    for (const text of ["H", "He", "Hey"]) {
      session.dispatch("Write", [write("node_a", text)], { coalesce: "node_a#/text" });
      await browser.clock.advance(100);
    }
    expect([...browser.storage.entries.values()].map(({ operations }) => wordsOf(operations))).toEqual(["Hey"]);
    expect(browser.server.recorded).toEqual([]);
    await browser.clock.advance(3_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("Hey");
    expect(browser.server.recorded).toHaveLength(1);
    expect(browser.storage.entries.size).toBe(0);
    expect(session.saving.getState().pill).toMatchObject({ kind: "saved" });
  });

  test("offline: everything is kept and goes out in order when the connection is back", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.weather = "lost-request";
    for (let n = 0; n < 50; n++) {
      session.dispatch(`Add ${n}`, [{ op: "node.create", node: { id: `node_${n}`, text: `${n}` } }]);
      await browser.clock.advance(100);
    }
    expect(session.saving.getState().pill).toEqual({ kind: "offline", kept: 50 });
    browser.weather = "fine";
    await browser.clock.advance(40_000);
    expect(browser.server.recorded.map(({ label }) => label)).toEqual([...Array(50).keys()].map((n) => `Add ${n}`));
    expect(session.saving.getState()).toMatchObject({ unsent: 0, pill: { kind: "saved" } });
  });

  test("words written right before their node is deleted come back with it", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    // The first gesture is on its way: the two behind it could go as one batch.
    session.dispatch("Write elsewhere", [write("node_b", "elsewhere")]);
    session.dispatch("Write", [write("node_a", "last words")]);
    session.dispatch("Delete", [{ op: "node.delete", id: "node_a" }]);
    await browser.clock.advance(5_000);
    expect(browser.server.content.nodes.has("node_a")).toBe(false);
    session.undo();
    await browser.clock.advance(5_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("last words");
  });

  test("a poison gesture goes to the list, and what came after it is saved", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    session.dispatch("One", [write("node_a", "one")]);
    session.dispatch("Two", [write("node_b", "poison")]);
    session.dispatch("Three", [write("node_a", "three")]);
    await browser.clock.advance(5_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("three");
    const { refused, pill } = session.saving.getState();
    expect(refused).toMatchObject([{ label: "Two", text: "poison", code: "validation_error" }]);
    expect(pill.kind).toBe("failed");
    expect(session.store.getState().nodes.get("node_b")?.text).toBe("Pass.");
    session.discardRefused(refused[0]?.entryId ?? "");
    expect(session.saving.getState().pill.kind).toBe("saved");
  });

  test("an id the server knows for another gesture: the words are listed, and go out under a new one", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    const place = { projectId: "prj_a", graphId: "dlg_a", clientId: "elsewhere" };
    const label = "Move";
    const operations = [{ op: "node.move" as const, id: "node_b", canvas_x: 1, canvas_y: 1 }];
    browser.server.batch({ ...place, batchId: "tab-0001-1", gestures: [{ label, operations }] });
    session.dispatch("One", [write("node_a", "one")]);
    await browser.clock.advance(5_000);
    session.dispatch("Two", [write("node_b", "two")]);
    await browser.clock.advance(5_000);
    expect(browser.server.recorded.map(({ label }) => label)).toEqual(["Move", "Two"]);
    const { refused } = session.saving.getState();
    expect(refused).toMatchObject([{ label: "One", text: "one", code: "idempotency_key_reused" }]);
    session.retryRefused(refused[0]?.entryId ?? "");
    await browser.clock.advance(5_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("one");
    expect(session.saving.getState()).toMatchObject({ refused: [], unsent: 0, pill: { kind: "saved" } });
  });

  test("a gesture the server itself fails on blocks nothing behind it, and is listed once others were taken", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    session.dispatch("One", [write("node_a", "one")]);
    session.dispatch("Two", [write("node_b", "defect")]);
    session.dispatch("Three", [write("node_b", "newer")]);
    session.dispatch("Four", [{ op: "node.move", id: "node_b", canvas_x: 9, canvas_y: 9 }]);
    await browser.clock.advance(60_000);
    expect(browser.server.recorded.map(({ label }) => label)).toEqual(["One", "Four", "Three"]);
    expect(browser.server.content.nodes.get("node_b")).toMatchObject({ text: "newer", canvas_x: 9 });
    const { refused, unsent } = session.saving.getState();
    expect([unsent, refused]).toMatchObject([0, [{ label: "Two", text: "defect" }]]);
    session.retryRefused(refused[0]?.entryId ?? "");
    await browser.clock.advance(60_000);
    // Nothing else was there to prove the service sound: it is tried on, and said to fail.
    expect(session.saving.getState()).toMatchObject({ unsent: 1, refused: [], pill: { kind: "failed" } });
    session.dispatch("Five", [write("node_a", "five")]);
    await browser.clock.advance(90_000);
    expect(session.saving.getState()).toMatchObject({ unsent: 0, refused: [{ label: "Two" }] });
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("five");
  });

  test("a service that fails on everything is waited for: nothing is given up, and all of it goes out in order", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.weather = "failing";
    for (let n = 0; n < 6; n++) {
      session.dispatch(`Write ${n}`, [write("node_a", `${n}`)]);
      session.dispatch(`Move ${n}`, [{ op: "node.move", id: "node_b", canvas_x: n, canvas_y: 0 }]);
      await browser.clock.advance(20_000);
    }
    expect(session.saving.getState()).toMatchObject({ unsent: 12, refused: [], pill: { kind: "failed" } });
    browser.weather = "fine";
    await browser.clock.advance(120_000);
    expect(session.saving.getState()).toMatchObject({ unsent: 0, refused: [], pill: { kind: "saved" } });
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("5");
    expect(browser.server.content.nodes.get("node_b")?.canvas_x).toBe(5);
    expect(browser.server.recorded).toHaveLength(12);
  });

  test("signed out, then someone else, then the same person: kept, never sent as another", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.weather = "signed-out";
    session.dispatch("One", [write("node_a", "one")]);
    await browser.clock.advance(1_000);
    expect(session.saving.getState().pill).toEqual({ kind: "signed-out", kept: 1, other: null });
    browser.weather = "someone-else";
    await browser.clock.advance(10_000);
    expect(session.saving.getState().pill).toEqual({ kind: "signed-out", kept: 1, other: "usr_other@fabula.example" });
    expect(browser.server.recorded).toEqual([]);
    browser.weather = "fine";
    await browser.clock.advance(10_000);
    expect(browser.server.recorded).toHaveLength(1);
    expect(session.saving.getState().pill.kind).toBe("saved");
  });

  test("a lost answer: the same batch goes out again and counts once", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.weather = "lost-answer";
    session.dispatch("One", [write("node_a", "one")]);
    session.dispatch("Two", [write("node_a", "two")]);
    await browser.clock.advance(500);
    browser.weather = "fine";
    await browser.clock.advance(30_000);
    expect(browser.server.recorded.map(({ label }) => label)).toEqual(["One", "Two"]);
    expect(session.saving.getState().unsent).toBe(0);
  });

  test("a killed tab: the next one sends what was left and says so", async () => {
    const browser = openBrowser();
    const tab = new FakeTab(browser);
    browser.weather = "lost-request";
    tab.session.dispatch("One", [write("node_a", "one")]);
    tab.session.dispatch("Two", [write("node_b", "tw")], { coalesce: "node_b#/text" });
    await browser.clock.advance(300);
    await tab.crash();
    browser.weather = "fine";
    const { session } = new FakeTab(browser);
    await browser.clock.advance(0);
    expect(session.store.getState().nodes.get("node_a")?.text).toBe("one");
    await browser.clock.advance(1_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("one");
    expect(browser.server.content.nodes.get("node_b")?.text).toBe("tw");
    expect(session.saving.getState().recovered).toMatchObject({ count: 2 });
    expect(browser.storage.entries.size).toBe(0);
  });

  test("a tab killed before it has kept what makes up a batch: nothing of it was sent, and nothing is there twice", async () => {
    const browser = openBrowser();
    const tab = new FakeTab(browser);
    await browser.clock.advance(50);
    for (const id of ["one", "two", "three"])
      tab.session.dispatch(id, [{ op: "node.create", node: { id: `node_${id}`, text: id } }]);
    // The first gesture is on the disk by now, and which batch it belongs to is not.
    await browser.clock.advance(15);
    expect([...browser.storage.entries.values()].map(({ batch }) => batch)).toEqual([null]);
    await tab.crash();
    new FakeTab(browser);
    await browser.clock.advance(60_000);
    expect(browser.server.recorded.map(({ label }) => label)).toEqual(["one"]);
  });

  test("full storage: says that changes are only here, goes on sending, and says when it is over", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.storage.isFull = true;
    browser.weather = "lost-request";
    session.dispatch("One", [write("node_a", "one")]);
    await browser.clock.advance(1_000);
    expect(session.saving.getState().keepsLocally).toBe(false);
    browser.weather = "fine";
    await browser.clock.advance(10_000);
    expect(browser.server.content.nodes.get("node_a")?.text).toBe("one");
    browser.storage.isFull = false;
    await browser.clock.advance(10_000);
    expect(session.saving.getState().keepsLocally).toBe(true);
  });

  test("two people, one field: mine stays in sight, and a person decides", async () => {
    const kept = { mine: "mine", theirs: "theirs", both: "theirs\n\nmine" } as const;
    for (const branch of ["mine", "theirs", "both"] as const) {
      const browser = openBrowser();
      const { session } = new FakeTab(browser);
      browser.server.change("user:ana", [
        write("node_a", "theirs"),
        { op: "node.update", id: "node_a", patch: { title: "Gate" } },
      ]);
      session.dispatch("Write", [write("node_a", "mine")]);
      await browser.clock.advance(2_000);
      await session.catchUp();
      const [conflict] = session.store.getState().conflicts.get("node_a") ?? [];
      expect(conflict).toMatchObject({ field: "/text", mine: "mine", theirs: "theirs", by: "user:ana" });
      expect(session.store.getState().nodes.get("node_a")).toMatchObject({ text: "mine", title: "Gate" });
      expect(session.saving.getState().pill).toEqual({ kind: "conflict", count: 1 });
      session.resolveConflict(conflict?.entryId ?? "", branch);
      await browser.clock.advance(2_000);
      expect(browser.server.content.nodes.get("node_a")?.text).toBe(kept[branch]);
      expect(session.store.getState().nodes.get("node_a")?.text).toBe(kept[branch]);
      expect(session.store.getState().conflicts.size).toBe(0);
    }
  });

  test("two people, two fields of one card: both are there and nobody is asked", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    browser.server.change("user:ana", [{ op: "node.update", id: "node_a", patch: { title: "Gate" } }]);
    session.dispatch("Write", [write("node_a", "mine")]);
    await browser.clock.advance(2_000);
    expect(browser.server.content.nodes.get("node_a")).toMatchObject({ text: "mine", title: "Gate" });
    expect(session.store.getState().nodes.get("node_a")).toMatchObject({ text: "mine", title: "Gate" });
  });

  test("a card somebody deleted under my words comes back with them, or goes", async () => {
    for (const eachBranch of ["mine", "theirs"] as const) {
      const browser = openBrowser();
      const { session } = new FakeTab(browser);
      browser.server.change("user:ana", [{ op: "node.delete", id: "node_a" }]);
      session.dispatch("Write", [write("node_a", "mine")]);
      await browser.clock.advance(2_000);
      await session.catchUp();
      const [conflict] = session.store.getState().conflicts.get("node_a") ?? [];
      expect(conflict).toMatchObject({ field: "", theirs: null, by: "user:ana" });
      expect(session.store.getState().nodes.get("node_a")?.text).toBe("mine");
      session.resolveConflict(conflict?.entryId ?? "", eachBranch);
      await browser.clock.advance(2_000);
      expect(browser.server.content.nodes.get("node_a")?.text).toBe(eachBranch === "mine" ? "mine" : undefined);
      expect(session.store.getState().nodes.has("node_a")).toBe(eachBranch === "mine");
    }
  });

  test("text under the caret waits, and undo does not undo what someone else wrote", async () => {
    const browser = openBrowser();
    const { session } = new FakeTab(browser);
    session.dispatch("Write", [write("node_a", "mine")]);
    await browser.clock.advance(2_000);
    session.focusField("node_a#/text");
    browser.server.change("user:ana", [write("node_a", "theirs")]);
    await session.catchUp();
    expect(session.store.getState().nodes.get("node_a")?.text).toBe("mine");
    expect(session.store.getState().waiting.get("node_a#/text")).toMatchObject({ value: "theirs", by: "user:ana" });
    session.showWaiting("node_a#/text");
    expect(session.store.getState().nodes.get("node_a")?.text).toBe("theirs");
    expect(session.store.getState().waiting.size).toBe(0);
    session.undo();
    expect(session.history.getState().refusal).toBe("Ana changed this since");
    expect(session.store.getState().nodes.get("node_a")?.text).toBe("theirs");
  });
});

test("what builds on a gesture in conflict waits with it, and follows it", async () => {
  const browser = openBrowser();
  const { session } = new FakeTab(browser);
  browser.server.change("user:ana", [write("node_a", "theirs")]);
  const added = branch("br_new");
  session.dispatch("Both", [write("node_a", "mine"), { op: "branch.create", node_id: "node_a", branch: added }]);
  session.dispatch("Choice", [
    { op: "branch.update", node_id: "node_a", id: "br_new", patch: { choice_text: "Onwards" } },
  ]);
  session.dispatch("Elsewhere", [write("node_b", "free")]);
  await browser.clock.advance(3_000);
  expect(browser.server.recorded.map(({ label }) => label)).toEqual(["Elsewhere"]);
  expect(session.saving.getState().refused).toEqual([]);
  await session.catchUp();
  const [conflict] = session.store.getState().conflicts.get("node_a") ?? [];
  session.resolveConflict(conflict?.entryId ?? "", "mine");
  await browser.clock.advance(3_000);
  expect(browser.server.recorded.map(({ label }) => label)).toEqual(["Elsewhere", "Both", "Choice"]);
  expect(browser.server.content.nodes.get("node_a")?.branches.at(-1)?.choice_text).toBe("Onwards");
  expect(session.saving.getState().unsent).toBe(0);
});

test("what the server has taken is seen until its events have come, however much follows it", async () => {
  const browser = openBrowser();
  const { session } = new FakeTab(browser);
  session.setStreaming(true);
  for (const [id, text] of [
    ["node_a", "one"],
    ["node_b", "two"],
    ["node_a", "three"],
  ] as const) {
    session.dispatch("Write", [write(id, text)]);
    await browser.clock.advance(1_000);
  }
  browser.server.change("user:ana", [{ op: "node.update", id: "node_b", patch: { title: "Gate" } }]);
  session.dispatch("Move", [{ op: "node.move", id: "node_a", canvas_x: 1, canvas_y: 1 }]);
  session.undo();
  expect(session.saving.getState().unsent).toBeGreaterThan(0);
  const { nodes } = session.store.getState();
  expect([nodes.get("node_a")?.text, nodes.get("node_b")?.text]).toEqual(["three", "two"]);
  await browser.clock.advance(1_000);
  await session.catchUp();
  expect(Object.fromEntries(session.store.getState().nodes)).toEqual(Object.fromEntries(browser.server.content.nodes));
});

test("a gesture larger than a request is sent in parts, and is one to undo", async () => {
  const browser = openBrowser();
  const { session } = new FakeTab(browser);
  const ids = [...Array(2_400).keys()].map((n) => `node_many${n}`);
  session.dispatch(
    "Paste",
    ids.map((id) => ({ op: "node.create", node: { id, text: id } })),
  );
  await browser.clock.advance(5_000);
  expect(browser.server.content.nodes.size).toBe(2_402);
  expect(browser.server.recorded.length).toBeGreaterThan(1);
  expect(Math.max(...browser.server.recorded.map(({ operations }) => operations.length))).toBeLessThanOrEqual(1_000);
  session.undo();
  expect(session.store.getState().nodes.size).toBe(2);
  await browser.clock.advance(5_000);
  expect(browser.server.content.nodes.size).toBe(2);
  expect(session.saving.getState()).toMatchObject({ unsent: 0, pill: { kind: "saved" } });
});

/** Gestures in the form in which version 1.0.0 of the studio kept them in IndexedDB. */
const RECORDED = `[
  {"id":"tab-old-1","number":1,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":900000,"batch":null,"conflicts":[],"refusal":null,"label":"Add a line","operations":[{"op":"node.create","node":{"kind":"line","text":"Who are you?","group_id":"grp_a","id":"node_old","branches":[{"kind":"choice","target_node_id":"node_a","target_graph_id":null,"choice_text":"Nobody.","when_unavailable":"hide","repeat":"sticky","repeat_scope":"playthrough","weight":1,"id":"br_old","conditions":[{"id":"cnd_old","var":"var_salt"}],"effects":[],"extensions":{}}]}},{"op":"node.move","id":"node_old","canvas_x":40,"canvas_y":80}],"state":"sent"},
  {"id":"tab-old-2","number":2,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":901000,"batch":null,"conflicts":[],"refusal":null,"label":"Connect","operations":[{"op":"branch.create","node_id":"node_b","branch":{"kind":"auto","target_node_id":"node_old","target_graph_id":null,"choice_text":"","when_unavailable":"hide","repeat":"sticky","repeat_scope":"playthrough","weight":1,"id":"br_back","conditions":[],"effects":[],"extensions":{}},"before":null},{"op":"branch.update","node_id":"node_a","id":"br_a","patch":{"choice_text":"An old friend."},"base_seq":2},{"op":"branch.move","node_id":"node_a","id":"br_a","before":null}],"state":"ready"},
  {"id":"tab-old-3","number":3,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":902000,"batch":null,"conflicts":[],"refusal":null,"label":"Write text","operations":[{"op":"node.update","id":"node_a","patch":{"text":"Who goes the"},"base_seq":2}],"state":"open"}
]`;

test("gestures that an older studio left on this device are sent, and seen until they are", async () => {
  const browser = openBrowser();
  const { clock, server, storage } = browser;
  browser.weather = "lost-request";
  const recorded: Entry[] = JSON.parse(RECORDED);
  for (const entry of recorded) storage.entries.set(entry.id, entry);
  const { session } = new FakeTab(browser);
  await clock.advance(100);
  const { nodes } = session.store.getState();
  expect(nodes.get("node_old")).toMatchObject({ text: "Who are you?", group_id: "grp_a", canvas_x: 40, title: null });
  expect(nodes.get("node_old")?.branches).toMatchObject([{ id: "br_old", conditions: [{ id: "cnd_old" }] }]);
  expect(nodes.get("node_a")?.branches.map(({ id }) => id)).toEqual(["br_b", "br_a"]);
  expect(nodes.get("node_a")?.text).toBe("Who goes the");
  browser.weather = "fine";
  await clock.advance(60_000);
  expect(server.recorded).toEqual(recorded.map(({ label, operations }) => ({ label, operations })));
  expect(storage.entries.size).toBe(0);
  expect(session.saving.getState()).toMatchObject({ unsent: 0, refused: [], recovered: { count: 3 } });
  expect(Object.fromEntries(session.store.getState().nodes)).toEqual(Object.fromEntries(server.content.nodes));
});
