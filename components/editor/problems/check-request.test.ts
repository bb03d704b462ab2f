import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findProblems, type ProblemNode } from "#domain/problems/find-problems.ts";
import { anyDialogue, CONTEXT, GRAPH_ID, makeNode } from "#domain/problems/problem.fixture.ts";
import { rounds } from "#test-size";
import type { Node } from "../model/model.ts";
import { changesBetween, type KnownWorld } from "./check-request.ts";
import { storeNode } from "./node.fixture.ts";
import { ProblemChecker } from "./problem-checker.ts";

const nodesOf = (list: readonly ProblemNode[]) => new Map(list.map((node) => [node.id, storeNode(node)]));
const ELSEWHERE = { changed: new Set(["var_toll"]), leadsHere: false };
const WORLD: KnownWorld = {
  elsewhere: { changed: ["var_toll"], leadsHere: false },
  variables: [...(CONTEXT.variables ?? [])],
  entities: { present: ["ent_mara"], absent: ["ent_gone"], complete: false },
  dialogues: { present: ["dlg_other"], absent: [], complete: true },
  places: { present: [], absent: [], complete: false },
};

describe("what is sent to the checker", () => {
  const one = storeNode(makeNode("a", ["b"]));
  const two = storeNode(makeNode("b"));
  const before = new Map<string, Node>([
    ["a", one],
    ["b", two],
  ]);
  const changed = (change: Partial<Node>) => new Map<string, Node>([...before, ["a", { ...one, ...change }]]);

  it("is nothing when a card was moved, renamed, tagged, or its words changed", () => {
    const nothing = { changed: [], removed: [], order: null };
    expect(changesBetween(before, before)).toEqual(nothing);
    expect(changesBetween(before, changed({ canvas_x: 80, title: "Gate", tags: ["x"], text: "Other words." }))).toEqual(
      nothing,
    );
  });

  it("is the card alone when its words went, its choices changed or its logic", () => {
    for (const change of [{ text: " " }, { branches: [] }, { kind: "end" as const }, { speaker_label: "???" }]) {
      expect(changesBetween(before, changed(change)).changed.map(({ id }) => id)).toEqual(["a"]);
    }
  });

  it("is the order of all cards only when one came back into its place", () => {
    const without = new Map([["b", two]]);
    expect(changesBetween(before, without)).toMatchObject({ removed: ["a"], changed: [], order: null });
    expect(changesBetween(without, before)).toMatchObject({ changed: [{ id: "a" }], order: ["a", "b"] });
    const more = new Map([...before, ["c", storeNode(makeNode("c"))] as const]);
    expect(changesBetween(before, more)).toMatchObject({ changed: [{ id: "c" }], order: null });
  });
});

describe("the checker", () => {
  it("given one change after another, finds what the rules find in the whole dialogue", () => {
    fc.assert(
      fc.property(fc.array(anyDialogue, { minLength: 1, maxLength: 5 }), (states) => {
        const checker = new ProblemChecker(GRAPH_ID);
        let sent: ReadonlyMap<string, Node> = new Map();
        for (const [index, { nodes: list, start_node_id }] of states.entries()) {
          // Nodes that are as they were keep their identity, as in the store.
          const fresh = nodesOf(list);
          const nodes = new Map(
            [...fresh].map(([id, node]) => {
              const old = sent.get(id);
              return [id, old !== undefined && JSON.stringify(old) === JSON.stringify(node) ? old : node] as const;
            }),
          );
          const changes = structuredClone(changesBetween(sent, nodes));
          sent = nodes;
          const world = index === 0 ? WORLD : null;
          const found = checker.check({ startNodeId: start_node_id, ...changes, world });
          const dialogues = { get: (id: string) => id === "dlg_other" };
          expect(found).toEqual(
            findProblems(
              { id: GRAPH_ID, start_node_id, nodes: [...nodes.values()] },
              { ...CONTEXT, dialogues, elsewhere: ELSEWHERE },
            ),
          );
        }
      }),
      { numRuns: rounds({ gate: 50, full: 500 }) },
    );
  });

  it("says nothing of what is not known yet, and speaks when it is", () => {
    const nodes = nodesOf([
      makeNode("a", [], { kind: "end", speaker_id: "ent_gone", conditions: [{ id: "c", var: "v" }] }),
    ]);
    const checker = new ProblemChecker(GRAPH_ID);
    const first = checker.check({ startNodeId: null, ...changesBetween(new Map(), nodes), world: null });
    expect(first).toEqual([]);
    const again = checker.check({ startNodeId: null, ...changesBetween(nodes, nodes), world: WORLD });
    expect(again.map(({ code }) => code)).toEqual(["undeclared_variable", "unknown_speaker"]);
  });
});
