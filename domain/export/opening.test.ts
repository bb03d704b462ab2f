import { describe, expect, it } from "vitest";
import { noUses } from "../expression.ts";
import { layingOut } from "../layout.ts";
import { runToEnd, type Steps } from "../steps.ts";
import { FabulaWriter } from "./fabula-json.ts";
import type { DialogueOutline, NodeOutline } from "./outline.ts";
import { passageNames } from "./twee-names.ts";
import { TweeWriter } from "./twee3.ts";

const NODES = 20_000;

function outline(node: (i: number) => Partial<NodeOutline>, isPlaced: boolean): DialogueOutline {
  const nodes = Array.from({ length: NODES }, (_, i): NodeOutline => {
    const layout = isPlaced ? null : { key: `n${i}`, x: null, y: null, targets: [`n${i + 1}`] };
    return {
      id: `n${i}`,
      kind: "line",
      sourceKey: null,
      base: `Room ${i}`,
      branchIds: [],
      conditions: [],
      isLooped: false,
      layout,
      ...node(i),
    };
  });
  const graph = { id: "g", name: "Large", description: "", start_node_id: "n0", extensions: {}, source: null };
  return { graph, nodes, isPlaced, uses: noUses(), groups: [], annotations: [], variables: [], entities: [] };
}

const turns = (steps: Steps<unknown>): number => [...steps].length;

describe("a writer of many nodes begins in many turns", () => {
  it("of our own format, where nodes stay and where they are laid out", () => {
    expect(turns(FabulaWriter.opening(outline(() => ({}), true)))).toBeGreaterThanOrEqual(20);
    const named = outline((i) => ({ sourceKey: `passage-${i >> 1}` }), true);
    expect(turns(FabulaWriter.opening(named))).toBeGreaterThanOrEqual(20);
    expect(turns(FabulaWriter.opening(outline(() => ({}), false)))).toBeGreaterThanOrEqual(80);
  });

  it("of Twee, and passages of the same name are numbered without counting from the beginning each time", () => {
    const all = outline(() => ({ base: "Room" }), true);
    expect(turns(TweeWriter.opening(all))).toBeGreaterThanOrEqual(30);
    const names = runToEnd(passageNames(all.nodes));
    expect([names.get("n0"), names.get("n1"), names.get(`n${NODES - 1}`)]).toEqual([
      "Room",
      "Room (2)",
      `Room (${NODES})`,
    ]);
  });

  it("even where one layer of the layout has most of them", () => {
    const hubs = Array.from({ length: 100 }, (_, hub) => ({
      key: `h${hub}`,
      x: null,
      y: null,
      targets: Array.from({ length: 200 }, (_, i) => `n${(hub * 200 + i * 7_919) % NODES}`),
    }));
    const start = { key: "s", x: null, y: null, targets: hubs.map(({ key }) => key) };
    const leaves = Array.from({ length: NODES }, (_, i) => ({ key: `n${i}`, x: null, y: null, targets: [] }));
    expect(turns(layingOut([start, ...hubs, ...leaves], "s"))).toBeGreaterThanOrEqual(250);
  });
});
