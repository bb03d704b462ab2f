import { beforeAll, expect, test } from "vitest";
import { branch, makeNode } from "../../gestures/gestures.fixture.ts";
import { moveOperations } from "../../gestures/move.ts";
import type { Node } from "../../model/model.ts";
import { fetchLayout } from "./late-layout.ts";
import { Places } from "./places.ts";

beforeAll(fetchLayout);

const mapOf = (...nodes: Node[]) => new Map(nodes.map((node) => [node.id, node]));
const nowhere = { canvas_x: null, canvas_y: null };

test("cards without a place get one beside the card that leads to them, and keep it", () => {
  const a = makeNode("node_a", { canvas_x: 720, canvas_y: 0, branches: [branch("br_a", "node_b")] });
  const b = makeNode("node_b", nowhere);
  const places = new Places();
  places.fill(mapOf(a, b), "node_a");
  const first = places.of(b);
  expect(first.x).toBeGreaterThan(720 + 264);
  const c = makeNode("node_c", nowhere);
  places.fill(mapOf({ ...a, canvas_x: 9_000 }, b, c), "node_a");
  expect(places.of(b)).toEqual(first);
  expect(places.of(c)).not.toEqual(first);
});

test("a recorded place is where a card is, whatever was computed before", () => {
  const b = makeNode("node_b", nowhere);
  const places = new Places();
  places.fill(mapOf(b), null);
  const moved = { ...b, canvas_x: 88, canvas_y: 16 };
  expect(places.of(moved)).toEqual({ x: 88, y: 16 });
  expect(places.unrecorded(mapOf(moved)).size).toBe(0);
  expect(places.unrecorded(mapOf(b)).size).toBe(1);
});

test("the first move records what was seen, and what was dragged comes first", () => {
  const nodes = mapOf(makeNode("node_a", nowhere), makeNode("node_b", nowhere), makeNode("node_c"));
  const places = new Places();
  places.fill(nodes, null);
  const rectOf = (id: string) => {
    const node = nodes.get(id);
    return node === undefined ? null : { ...places.of(node), width: 264, height: 120 };
  };
  const drawn = { rectOf, unrecorded: () => places.unrecorded(nodes) };
  const { label, operations } = moveOperations({ nodes, annotations: new Map() }, drawn, ["node_b"], { x: 8, y: 0 });
  const b = rectOf("node_b");
  expect(label).toBe("Move a card");
  expect(operations).toEqual([
    { op: "node.move", id: "node_b", canvas_x: (b?.x ?? 0) + 8, canvas_y: b?.y },
    { op: "node.move", id: "node_a", canvas_x: rectOf("node_a")?.x, canvas_y: rectOf("node_a")?.y },
  ]);
});
