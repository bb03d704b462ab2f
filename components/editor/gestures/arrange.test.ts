import { describe, expect, it } from "vitest";
import { duplicate } from "./copy-nodes.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { groupNodes, moveToGroup, recolour, ungroup } from "./group.ts";
import { align, distribute, moveBy, putAt } from "./move.ts";

const note = { id: "ann_1", text: "Later", canvas_x: 0, canvas_y: 400, width: 100, height: 80, color: "blue" };
const model = placedModelOf(
  [
    makeNode("node_a", {
      title: "Greets",
      group_id: "grp_1",
      branches: [branch("br_ab", "node_b"), branch("br_ac", "node_c")],
    }),
    makeNode("node_b", { canvas_x: 400, canvas_y: 8, group_id: "grp_1", branches: [branch("br_ba", "node_a")] }),
    makeNode("node_c", { canvas_x: 1000, canvas_y: 400 }),
  ],
  { groups: [{ id: "grp_1", title: "Act one", color: "blue" }], annotations: [note] },
);
const at = (id: string, made: typeof model) => {
  const node = made.nodes.get(id);
  return node === undefined ? null : [node.canvas_x, node.canvas_y];
};

describe("moving", () => {
  it("takes the cards of a selected group along", () => {
    const gesture = moveBy(model, ["grp_1", "ann_1"], { x: 8, y: -8 });
    const made = done(model, gesture);
    expect([at("node_a", made), at("node_b", made), at("node_c", made)]).toEqual([
      [8, -8],
      [408, 0],
      [1000, 400],
    ]);
    expect(made.annotations.get("ann_1")).toMatchObject({ canvas_x: 8, canvas_y: 392 });
    expect(gesture?.label).toBe("Move 2 cards and 1 note");
  });

  it("says where one card came to, and is nothing when nothing moves", () => {
    expect(moveBy(model, ["node_a"], { x: 64, y: 0 })?.said).toBe("Moved ‘Greets’ to 64, 0.");
    expect(moveBy(model, ["node_a"], { x: 0, y: 0 })).toBeNull();
  });

  it("to a place moves all by as much", () => {
    const made = done(model, putAt(model, ["node_a", "node_b"], { x: 100 }));
    expect([at("node_a", made), at("node_b", made)]).toEqual([
      [100, 0],
      [500, 8],
    ]);
  });
});

describe("aligning", () => {
  it("brings cards onto one line", () => {
    const made = done(model, align(model, ["node_a", "node_b", "node_c"], "top"));
    expect(["node_a", "node_b", "node_c"].map((id) => at(id, made)?.[1])).toEqual([0, 0, 0]);
    expect(align(model, ["node_a"], "top")).toBeNull();
  });

  it("makes gaps equal and keeps the outer ones", () => {
    const made = done(model, distribute(model, ["node_a", "node_b", "node_c"], "across"));
    expect(["node_a", "node_b", "node_c"].map((id) => at(id, made)?.[0])).toEqual([0, 504, 1000]);
  });
});

describe("duplicating", () => {
  it("lets inner links follow the copies and outer ones stay", () => {
    const made = done(model, duplicate(model, ["node_a", "node_b"]));
    const [a, b] = [...made.nodes.values()].slice(3);
    expect(a?.branches.map((each) => each.target_node_id)).toEqual([b?.id, "node_c"]);
    expect(b?.branches.map((each) => each.target_node_id)).toEqual([a?.id]);
    expect(a).toMatchObject({ title: "Greets", group_id: "grp_1", canvas_x: 32, canvas_y: 32 });
    expect(new Set([...made.nodes.values()].flatMap((node) => node.branches.map(({ id }) => id))).size).toBe(6);
  });

  it("of a group makes another group", () => {
    const gesture = duplicate(model, ["grp_1"]);
    const made = done(model, gesture);
    const [, copy] = [...made.groups.values()];
    expect(copy).toMatchObject({ title: "Act one", color: "blue" });
    expect([...made.nodes.values()].filter((node) => node.group_id === copy?.id)).toHaveLength(2);
    expect(gesture?.select).toEqual([copy?.id]);
  });
});

describe("groups", () => {
  it("take the selected cards in", () => {
    const gesture = groupNodes(model, ["node_c", "node_a"], "Act two", "teal");
    const made = done(model, gesture);
    expect(made.nodes.get("node_c")?.group_id).toBe(gesture?.groupId);
    expect(gesture?.label).toBe("Group 2 cards");
  });

  it("are taken apart, and their cards stay", () => {
    const made = done(model, ungroup(model, ["grp_1"]));
    expect(made.groups.size).toBe(0);
    expect([...made.nodes.values()].map((node) => node.group_id)).toEqual([null, null, null]);
  });

  it("are recoloured, with notes", () => {
    const made = done(model, recolour(model, ["grp_1", "ann_1"], "rose"));
    expect([made.groups.get("grp_1")?.color, made.annotations.get("ann_1")?.color]).toEqual(["rose", "rose"]);
    expect(recolour(model, ["grp_1"], "blue")).toBeNull();
  });

  it("let cards go", () => {
    expect(done(model, moveToGroup(model, ["node_a"], null)).nodes.get("node_a")?.group_id).toBeNull();
    expect(moveToGroup(model, ["node_c"], null)).toBeNull();
  });
});
