import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BRANCH_KINDS, type Branch, NODE_KINDS, type NodeKind, needsNoBranches } from "#domain/dialogue/wire.ts";
import { rounds } from "#test-size";
import type { Node } from "../model/model.ts";
import { nextLine } from "./create-connected.ts";
import { bornBranches } from "./create-node.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";

const there = ["node_there", "node_also"].map((id) => makeNode(id, { text: "Somebody's words" }));
const around = (node: Node) => placedModelOf([node, ...there]);
const taken = (id: string, fields: Partial<Branch> = {}) => branch(id, "node_there", { kind: "auto", ...fields });
const free = (id: string, fields: Partial<Branch> = {}) => branch(id, null, { kind: "auto", ...fields });

/** Describes how writing goes on at a node of a kind whose ways are these: the branch that leads to the new line, or what is done instead. */
function goneOn(kind: NodeKind, branches: Branch[], branchId: string | null = null): string {
  const node = makeNode("node_a", { kind, branches, title: "Gate" });
  const next = nextLine(around(node), node.id, branchId);
  if (next.kind === "nowhere") return next.reason;
  const after = done(around(node), next.gesture).nodes.get(node.id)?.branches ?? [];
  if (next.kind === "asked") return `asks the words of a new ${after.at(-1)?.kind}`;
  const way = after.find((each) => each.target_node_id === next.gesture.nodeId);
  if (way === undefined) return "a line that nothing leads to";
  return branches.some(({ id }) => id === way.id) ? way.id : `a new ${way.kind}`;
}

describe("going on writing", () => {
  it("takes the first way that is free, at every kind", () => {
    for (const kind of NODE_KINDS.filter((each) => !needsNoBranches(each))) {
      expect([kind, goneOn(kind, [taken("br_a"), free("br_b", { kind: "else" }), free("br_c")])]).toEqual([
        kind,
        "br_b",
      ]);
      expect([kind, goneOn(kind, [free("br_a"), taken("br_b")])]).toEqual([kind, "br_a"]);
      expect([kind, goneOn(kind, [branch("br_a", "node_gone")])]).toEqual([kind, "br_a"]);
    }
  });

  it("goes along the way that is being written, where that is free", () => {
    expect(goneOn("line", [free("br_a"), free("br_b")], "br_b")).toBe("br_b");
    expect(goneOn("line", [free("br_a"), taken("br_b")], "br_b")).toBe("br_a");
  });

  it("makes a way where all are taken, as the kind allows", () => {
    const allTaken = (kind: NodeKind) => {
      const born = bornBranches(kind);
      const ways = born.length === 0 ? [taken("br_a")] : born.map((each, at) => taken(`br_${at}`, { kind: each.kind }));
      return goneOn(kind, ways);
    };
    const found = Object.fromEntries(NODE_KINDS.map((kind) => [kind, allTaken(kind)]));
    const all = "Every way of ‘Gate’ leads somewhere. Press A to add another.";
    expect(found).toEqual({
      entry: "br_a",
      line: "br_a",
      choice: "br_a",
      talk: "asks the words of a new choice",
      hub: "br_a",
      command: "br_a",
      instruction: "br_0",
      random: "a new auto",
      storylet_group: "a new auto",
      wait_event: "asks the words of a new event",
      condition: all,
      detour: all,
      subgraph: all,
      jump: "‘Gate’ jumps away: nothing follows it.",
      end: "‘Gate’ is an ending: nothing follows it.",
      return: "‘Gate’ goes back: nothing follows it.",
    });
  });

  it("asks for another choice where a card has choices, and for the first where it is there to ask", () => {
    const choices = [taken("br_a", { kind: "choice" }), taken("br_b", { kind: "choice" })];
    expect(goneOn("line", choices)).toBe("asks the words of a new choice");
    expect(goneOn("hub", [])).toBe("asks the words of a new choice");
    expect(goneOn("line", [])).toBe("a new auto");
    expect(goneOn("condition", [taken("br_if")])).toBe("a new else");
  });

  it("never writes in a card that is there, and takes no way from one that others lead to", () => {
    const target = fc.constantFrom<string | null>("node_there", "node_also", "node_gone", null);
    const graph = fc.constantFrom<string | null>(null, null, "dlg_here", "dlg_other");
    const ways = fc.array(
      fc.record({ kind: fc.constantFrom(...BRANCH_KINDS), target_node_id: target, target_graph_id: graph }),
      { maxLength: 4 },
    );
    const some = fc.property(fc.constantFrom(...NODE_KINDS), ways, fc.nat({ max: 4 }), (kind, fields, named) => {
      const branches = fields.map((each, at) => branch(`br_${at}`, null, each));
      const node = makeNode("node_a", { kind, branches });
      const model = around(node);
      const next = nextLine(model, node.id, `br_${named}`);
      if (next.kind === "nowhere") return;
      const after = done(model, next.gesture);
      for (const { id } of there) expect(after.nodes.get(id)).toBe(model.nodes.get(id));
      const now = after.nodes.get(node.id)?.branches ?? [];
      const onward = (each: Branch) => after.nodes.get(each.target_node_id ?? "")?.branches[0]?.target_node_id;
      for (const before of branches.filter((each) => model.nodes.has(each.target_node_id ?? ""))) {
        const kept = now.find(({ id }) => id === before.id);
        const leads =
          kept?.target_node_id === before.target_node_id || onward(kept ?? before) === before.target_node_id;
        expect(leads).toBe(true);
      }
      if (next.kind === "made") expect(model.nodes.has(next.gesture.nodeId)).toBe(false);
    });
    fc.assert(some, { numRuns: rounds({ gate: 200, full: 5_000 }), endOnFailure: true });
  });
});

describe("who speaks next", () => {
  const says = (id: string, speaker_label: string | null, to: string[] = [], fields: Partial<Node> = {}) =>
    makeNode(id, {
      text: "…",
      speaker_label,
      branches: to.map((target, at) => branch(`${id}.${at}`, target, { kind: "auto" })),
      ...fields,
    });
  const next = (nodes: Node[], at: string) => {
    const made = nextLine(placedModelOf(nodes), at);
    const { operations } = made.kind === "made" ? made.gesture : { operations: [] };
    const [create] = operations;
    return create?.op === "node.create" ? (create.node.speaker_label ?? create.node.speaker_id ?? null) : "no card";
  };

  it("is the other one of an exchange of two", () => {
    const two = [says("a", "Marrow", ["b"]), says("b", "Tilde")];
    expect(next(two, "b")).toBe("Marrow");
    const check = makeNode("check", { kind: "condition", branches: [branch("if", "c", { kind: "auto" })] });
    expect(next([says("a", "Marrow", ["check"]), check, says("c", "Tilde")], "c")).toBe("Marrow");
    expect(next([says("a", null, ["b"], { speaker_id: "ent_m" }), says("b", "Tilde")], "b")).toBe("ent_m");
  });

  it("is nobody where one speaks alone, three do, or the way back is not one", () => {
    expect(next([says("a", "Marrow", ["b"]), says("b", "Marrow")], "b")).toBeNull();
    expect(next([says("a", "Marrow", ["b"]), says("b", null)], "b")).toBeNull();
    expect(next([says("a", "Odo", ["b"]), says("b", "Marrow", ["c"]), says("c", "Tilde")], "c")).toBeNull();
    expect(next([says("a", "Odo", ["c"]), says("b", "Marrow", ["c"]), says("c", "Tilde")], "c")).toBeNull();
  });
});
