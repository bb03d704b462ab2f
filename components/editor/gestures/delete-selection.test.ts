import { describe, expect, it } from "vitest";
import { consequencesInWords, consequencesOf, deleteSelection } from "./delete-selection.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { changeKind, setStart } from "./node-role.ts";
import { alongFlow, everything, reversed } from "./select-along.ts";

const nodes = [
  makeNode("node_a", { title: "Greets", branches: [branch("br_1", "node_b"), branch("br_2", "node_b")] }),
  makeNode("node_b", {
    title: "Ask",
    group_id: "grp_1",
    branches: [branch("br_3", "node_c"), branch("br_4", "node_gone")],
  }),
  makeNode("node_c", { title: "Leave" }),
];
const model = placedModelOf(nodes, { groups: [{ id: "grp_1", title: "Act one", color: "blue" }], start: "node_a" });

describe("deleting", () => {
  it("says before and after which choices point nowhere", () => {
    const consequences = consequencesOf(model, ["node_b"]);
    expect(consequencesInWords(consequences, "before")).toBe("2 choices will point nowhere.");
    expect(deleteSelection(model, ["node_b"])?.said).toBe("Deleted ‘Ask’. 2 choices point nowhere now.");
    expect(consequencesOf(model, ["node_a", "node_b"]).dangling).toBe(0);
  });

  it("says when the start goes", () => {
    expect(deleteSelection(model, ["node_a"])?.said).toBe("Deleted ‘Greets’. The dialogue has lost its start.");
    expect(deleteSelection(placedModelOf(nodes), ["node_a"])?.said).toBe(
      "Deleted ‘Greets’. The dialogue starts with ‘Ask’.",
    );
    expect(consequencesInWords(consequencesOf(model, ["node_c"]), "before")).toBe("1 choice will point nowhere.");
  });

  it("of a group leaves its cards", () => {
    const made = done(model, deleteSelection(model, ["grp_1"]));
    expect([made.groups.size, made.nodes.size]).toEqual([0, 3]);
  });

  it("is nothing without a selection", () => {
    expect(deleteSelection(model, [])).toBeNull();
  });
});

describe("roles", () => {
  it("make a card the start, or an ending", () => {
    expect(done(model, setStart(model, "node_b")).graph.start_node_id).toBe("node_b");
    expect(setStart(model, "node_a")).toBeNull();
    expect(changeKind(model, ["node_c"], "end")?.label).toBe("Make ‘Leave’ an ending");
    expect(done(model, changeKind(model, ["node_b", "node_c"], "end")).nodes.get("node_c")?.kind).toBe("end");
  });
});

describe("selecting", () => {
  it("follows the threads, and reverses", () => {
    expect(alongFlow(model, ["node_b"], "downstream")).toEqual(["node_b", "node_c"]);
    expect(alongFlow(model, ["node_b"], "upstream")).toEqual(["node_a", "node_b"]);
    expect(reversed(model, new Set(["node_b"]))).toEqual(["node_a", "node_c"]);
    expect(everything(model)).toHaveLength(3);
  });
});
