import { expect, test } from "vitest";
import { byDialogue, commitOf, type Hit, NO_WORDS, saidOf, stayingOf, undoneOf } from "./replace-request.ts";

const hit = (node_id: string, graph_id: string): Hit => ({
  node_id,
  graph_id,
  graph_name: graph_id === "dlg_1" ? "The gate" : "The ferry",
  branch_id: null,
  in: "texts",
  pointer: "/text",
  before: "toll",
  after: "tithe",
  count: 1,
  refused: null,
});

test("what is spared is named, and what was seen is what is replaced", () => {
  const sent = commitOf("prj_1", { ...NO_WORDS, find: "toll", replace: "tithe" }, { seq: 42 }, [
    hit("node_1", "dlg_1"),
  ]);
  expect(sent).toMatchObject({
    base_seq: 42,
    except: [{ node_id: "node_1", pointer: "/text" }],
    in: ["texts", "choices"],
  });
  expect(sent.dry_run).toBeUndefined();
});

test("places stand under their dialogue, in the order in which they were found", () => {
  const groups = byDialogue([hit("a", "dlg_2"), hit("b", "dlg_1"), hit("c", "dlg_2")]);
  expect(groups.map(({ name, hits }) => [name, hits.map(({ node_id }) => node_id)])).toEqual([
    ["The ferry", ["a", "c"]],
    ["The gate", ["b"]],
  ]);
});

test("what was done is told, and what could not be taken back with it", () => {
  const changed = { places: 2, nodes: 2, dialogues: 1 };
  expect(saidOf({ replacements: 3, changed })).toBe("Replaced 3 times in 1 dialogue.");
  expect(undoneOf({ restored: 2, left_total: 0 })).toBe("Taken back: 2 places as before.");
  expect(undoneOf({ restored: 1, left_total: 1 })).toBe("1 place as before; 1 stays as it is:");
  expect(undoneOf({ restored: 0, left_total: 2 })).toBe("Nothing was taken back; 2 stay as they are:");
});

test("what stays as it is is named with its card and field, and what the answer left out is counted", () => {
  const left = [
    {
      node_id: "a",
      pointer: "/text",
      node_name: "The keeper",
      field_name: "Text",
      reason: "changed_since" as const,
    },
    { node_id: "b", pointer: "/title", node_name: "The crier", field_name: "Title", reason: "gone" as const },
  ];
  expect(stayingOf({ left, left_total: 2 })).toEqual([
    "Text of “The keeper”: it was changed again since.",
    "Title of “The crier”: it was deleted since.",
  ]);
  expect(stayingOf({ left, left_total: 5 }).at(-1)).toBe("… and 3 more");
  expect(stayingOf({ left: [], left_total: 0 })).toEqual([]);
});
