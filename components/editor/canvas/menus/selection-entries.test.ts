import { expect, test } from "vitest";
import type { CommandList } from "../../../frame/commands/command-menu.tsx";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import type { Model } from "../../model/model.ts";
import { sampleNode } from "../../model/sample-content.ts";
import type { Doing } from "../commands/use-doing.ts";
import { selectionEntries } from "./selection-entries.tsx";

const nodes = [
  sampleNode({ id: "node_a", kind: "line", status: "review" }),
  sampleNode({ id: "node_b", kind: "line" }),
  sampleNode({ id: "node_c", kind: "hub", status: "review" }),
];
const model: Model = {
  graph: { id: "dlg_a", name: "Gate", description: "", start_node_id: null },
  nodes: new Map(nodes.map((node) => [node.id, node])),
  groups: new Map(),
  annotations: new Map(),
};

/** Returns the titles of the ticked lines below an entry of the menu of a selection. */
function ticked(selection: readonly string[], title: string): string[] {
  const doing = { model: () => model, selection: () => selection } as unknown as Doing;
  const toEntries = (ids: CommandList): readonly MenuEntry[] =>
    ids.map((id) => (id === "-" ? ("separator" as const) : { title: id }));
  const items = (lines: readonly MenuEntry[]) =>
    lines.flatMap((line) => (typeof line === "object" && "title" in line ? line : []));
  const entry = items(selectionEntries(doing, toEntries, null)).find((each) => each.title === title);
  return items(entry?.entries ?? []).flatMap((each) => (each.checked === true ? each.title : []));
}

test("kind and status that all selected cards have are ticked", () => {
  expect(ticked(["node_a"], "Kind")).toEqual(["card.make-line"]);
  expect(ticked(["node_a", "node_b"], "Kind")).toEqual(["card.make-line"]);
  expect(ticked(["node_a", "node_c"], "Kind")).toEqual([]);
  expect(ticked(["node_a", "node_c"], "Status")).toEqual(["card.mark-review"]);
  expect(ticked(["node_a", "node_b"], "Status")).toEqual([]);
});
