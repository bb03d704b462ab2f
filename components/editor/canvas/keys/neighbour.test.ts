import { describe, expect, it } from "vitest";
import type { SceneShape } from "../scene/scene.ts";
import { neighbour } from "./neighbour.ts";
import { NodeHistory } from "./node-history.ts";

const at = (id: string, x: number, y: number, height = 100): SceneShape => ({
  id,
  kind: "node",
  rect: { x, y, width: 264, height },
});
const go = (nodes: readonly SceneShape[], id: string, direction: "left" | "right" | "up" | "down") => {
  const from = nodes.find((each) => each.id === id);
  return from === undefined ? null : neighbour(nodes, from.rect, id, direction);
};

describe("arrow keys", () => {
  const row = [at("a", 0, 0), at("b", 360, 0), at("c", 720, 0), at("below", 0, 160)];

  it("go to the next card that way", () => {
    expect(go(row, "a", "right")).toBe("b");
    expect(go(row, "c", "left")).toBe("b");
    expect(go(row, "a", "down")).toBe("below");
    expect(go(row, "below", "up")).toBe("a");
  });

  it("stay where nothing lies that way", () => {
    expect(go(row, "a", "left")).toBeNull();
    expect(go(row, "b", "up")).toBeNull();
  });

  it("compare edges, not centres", () => {
    // The middle of the tall node is 450 away, that of the far node 290; the tall one stands right beside.
    const nodes = [at("a", 0, 0), at("tall", 300, 0, 900), at("far", 560, 40)];
    expect(go(nodes, "a", "right")).toBe("tall");
  });

  it("prefer what is level to what is nearer but aside", () => {
    const nodeIds = [at("a", 0, 0), at("level", 460, 0), at("aside", 300, 240)];
    expect(go(nodeIds, "a", "right")).toBe("level");
  });

  it("reach what overlaps only when nothing else lies that way", () => {
    const nodeIds = [at("a", 0, 0), at("over", 40, 10)];
    expect(go(nodeIds, "a", "right")).toBe("over");
    expect(go([...nodeIds, at("beyond", 900, 0)], "a", "right")).toBe("beyond");
  });
});

describe("visited cards", () => {
  it("are walked back and forth; a new visit forgets what lay ahead", () => {
    const visited = new NodeHistory();
    const here = () => true;
    for (const id of ["a", "b", "c"]) visited.visit(id);
    expect(visited.back(here)).toBe("b");
    visited.visit("b");
    expect(visited.back(here)).toBe("a");
    expect(visited.back(here)).toBeNull();
    expect(visited.forward(here)).toBe("b");
    visited.visit("d");
    expect(visited.forward(here)).toBeNull();
    expect(visited.back(here)).toBe("b");
  });

  it("pass over cards that are gone", () => {
    const visited = new NodeHistory();
    for (const id of ["a", "gone", "c"]) visited.visit(id);
    expect(visited.back((id) => id !== "gone")).toBe("a");
  });
});
