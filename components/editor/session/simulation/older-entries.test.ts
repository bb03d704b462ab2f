import { expect, test } from "vitest";
import { smallContent } from "../../model/sample-content.ts";
import type { Entry } from "../../saving/outbox/entry.ts";
import { FakeServer } from "./fake-server.ts";
import { type Browser, FakeTab } from "./fake-tab.ts";
import { FakeClock, FakeLocks, FakeStorage } from "./fake-world.ts";

/** Gestures in the form in which version 1.0.0 of the studio kept them in IndexedDB. */
const RECORDED = `[
  {"id":"tab-old-1","number":1,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":900000,"batch":null,"conflicts":[],"refusal":null,"label":"Add a line","operations":[{"op":"node.create","node":{"kind":"line","text":"Who are you?","group_id":"grp_a","id":"node_old","branches":[{"kind":"choice","target_node_id":"node_a","target_graph_id":null,"choice_text":"Nobody.","when_unavailable":"hide","repeat":"sticky","repeat_scope":"playthrough","weight":1,"id":"br_old","conditions":[{"id":"cnd_old","var":"var_salt"}],"effects":[],"extensions":{}}]}},{"op":"node.move","id":"node_old","canvas_x":40,"canvas_y":80}],"state":"sent"},
  {"id":"tab-old-2","number":2,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":901000,"batch":null,"conflicts":[],"refusal":null,"label":"Connect","operations":[{"op":"branch.create","node_id":"node_b","branch":{"kind":"auto","target_node_id":"node_old","target_graph_id":null,"choice_text":"","when_unavailable":"hide","repeat":"sticky","repeat_scope":"playthrough","weight":1,"id":"br_back","conditions":[],"effects":[],"extensions":{}},"before":null},{"op":"branch.update","node_id":"node_a","id":"br_a","patch":{"choice_text":"An old friend."},"base_seq":2},{"op":"branch.move","node_id":"node_a","id":"br_a","before":null}],"state":"ready"},
  {"id":"tab-old-3","number":3,"tabId":"tab-old","userId":"usr_me","workspaceId":"wsp_a","projectId":"prj_a","graphId":"dlg_a","at":902000,"batch":null,"conflicts":[],"refusal":null,"label":"Write text","operations":[{"op":"node.update","id":"node_a","patch":{"text":"Who goes the"},"base_seq":2}],"state":"open"}
]`;

test("gestures that an older studio left on this device are sent, and seen until they are", async () => {
  const clock = new FakeClock();
  const storage = new FakeStorage(clock, 10);
  const recorded: Entry[] = JSON.parse(RECORDED);
  for (const entry of recorded) storage.entries.set(entry.id, entry);
  const server = new FakeServer(smallContent());
  const browser: Browser = {
    clock,
    storage,
    locks: new FakeLocks(),
    server,
    weather: "lost-request",
    tabs: 0,
    requestMs: 20,
  };
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
