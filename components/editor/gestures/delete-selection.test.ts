import { describe, expect, it } from "vitest";
import { changeKind, setStart } from "./card-role.ts";
import { consequencesInWords, consequencesOf, deleteSelection } from "./delete-selection.ts";
import { branch, card, done, paperOf } from "./gestures.fixture.ts";
import { alongFlow, everything, reversed } from "./select-along.ts";

const nodes = [
  card("node_a", { title: "Greets", branches: [branch("br_1", "node_b"), branch("br_2", "node_b")] }),
  card("node_b", {
    title: "Ask",
    group_id: "grp_1",
    branches: [branch("br_3", "node_c"), branch("br_4", "node_gone")],
  }),
  card("node_c", { title: "Leave" }),
];
const paper = paperOf(nodes, { groups: [{ id: "grp_1", title: "Act one", color: "blue" }], start: "node_a" });

describe("deleting", () => {
  it("says before and after which choices point nowhere", () => {
    const consequences = consequencesOf(paper, ["node_b"]);
    expect(consequencesInWords(consequences, "before")).toBe("2 choices will point nowhere.");
    expect(deleteSelection(paper, ["node_b"])?.said).toBe("Deleted ‘Ask’. 2 choices point nowhere now.");
    expect(consequencesOf(paper, ["node_a", "node_b"]).dangling).toBe(0);
  });

  it("says when the start goes", () => {
    expect(deleteSelection(paper, ["node_a"])?.said).toBe("Deleted ‘Greets’. The dialogue has lost its start.");
    expect(deleteSelection(paperOf(nodes), ["node_a"])?.said).toBe("Deleted ‘Greets’. The dialogue starts with ‘Ask’.");
    expect(consequencesInWords(consequencesOf(paper, ["node_c"]), "before")).toBe("1 choice will point nowhere.");
  });

  it("of a group leaves its cards", () => {
    const made = done(paper, deleteSelection(paper, ["grp_1"]));
    expect([made.groups.size, made.nodes.size]).toEqual([0, 3]);
  });

  it("is nothing without a selection", () => {
    expect(deleteSelection(paper, [])).toBeNull();
  });
});

describe("roles", () => {
  it("make a card the start, or an ending", () => {
    expect(done(paper, setStart(paper, "node_b")).graph.start_node_id).toBe("node_b");
    expect(setStart(paper, "node_a")).toBeNull();
    expect(changeKind(paper, ["node_c"], "end")?.label).toBe("Make ‘Leave’ an ending");
    expect(done(paper, changeKind(paper, ["node_b", "node_c"], "end")).nodes.get("node_c")?.kind).toBe("end");
  });
});

describe("selecting", () => {
  it("follows the threads, and reverses", () => {
    expect(alongFlow(paper, ["node_b"], "downstream")).toEqual(["node_b", "node_c"]);
    expect(alongFlow(paper, ["node_b"], "upstream")).toEqual(["node_a", "node_b"]);
    expect(reversed(paper, new Set(["node_b"]))).toEqual(["node_a", "node_c"]);
    expect(everything(paper)).toHaveLength(3);
  });
});
