import { describe, expect, test } from "vitest";
import { BOX, boxBeside, boxWords, drawMap, type MapBox, type ProjectMap } from "./map-drawing.ts";
import { fitted, showing, zoomedAt } from "./use-map-view.ts";

const dialogue = (id: string) => ({ id, name: id.toUpperCase(), folder: "", node_count: 2 });
const link = (from: string, to: string, count = 1, missing = false) => ({
  from_graph_id: from,
  to_graph_id: to,
  count,
  node_id: "node_1",
  missing,
});
/** A gate that leads to a yard and a cellar, which leads back; one dialogue apart, and a way to one that is gone. */
const MAP: ProjectMap = {
  dialogues: ["yard", "gate", "cellar", "apart"].map(dialogue),
  links: [link("gate", "yard", 3), link("gate", "cellar"), link("cellar", "gate"), link("yard", "gone", 2, true)],
};
const boxOf = (id: string): MapBox => {
  const found = drawMap(MAP).boxes.find((box) => box.dialogue.id === id);
  if (found === undefined) throw new Error(`no box for ${id}`);
  return found;
};

describe("the map of a project", () => {
  test("no two boxes lie on one another, and what is led to stands further on", () => {
    const { boxes, width, height } = drawMap(MAP);
    for (const a of boxes) {
      expect(a.x + BOX.width).toBeLessThanOrEqual(width);
      expect(a.y + BOX.height).toBeLessThanOrEqual(height);
      for (const b of boxes) {
        if (a === b) continue;
        const isApart = Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) >= BOX.height;
        expect(isApart, `${a.dialogue.id} and ${b.dialogue.id}`).toBe(true);
      }
    }
    expect(boxOf("yard").x).toBeGreaterThan(boxOf("gate").x);
  });

  test("a way back lies within the map, so that nothing of it is cut off", () => {
    const { lines, width, height } = drawMap(MAP);
    const back = lines.find(({ link: { from_graph_id } }) => from_graph_id === "cellar");
    const numbers = (back?.path.match(/-?[\d.]+/g) ?? []).map(Number);
    for (const [at, value] of numbers.entries()) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(at % 2 === 0 ? width : height);
    }
    expect(back?.at.y).toBeLessThanOrEqual(height - 10);
  });

  test("200 dialogues that nothing joins stand in rows, not in one tall column", () => {
    const { width, height } = drawMap({
      dialogues: Array.from({ length: 200 }, (_, at) => dialogue(`d${at}`)),
      links: [],
    });
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(6);
  });

  test("a way to a dialogue that is gone is no line, and is said at the box it leads from", () => {
    expect(drawMap(MAP).lines.map(({ link: { from_graph_id, to_graph_id } }) => [from_graph_id, to_graph_id])).toEqual([
      ["gate", "yard"],
      ["gate", "cellar"],
      ["cellar", "gate"],
    ]);
    expect(boxOf("yard").missing).toBe(2);
  });

  test("a box says where it leads, and what is wrong with it", () => {
    const name = (id: string) => id.toUpperCase();
    expect(boxWords(boxOf("gate"), name)).toBe("GATE, 2 cards, leads to YARD (3 ways), CELLAR");
    expect(boxWords(boxOf("apart"), name)).toBe("APART, 2 cards, Not connected, leads to no other dialogue");
    expect(boxWords(boxOf("yard"), name)).toContain("2 ways into a dialogue that is gone");
  });

  test("an arrow goes to the box that lies in its direction", () => {
    const { boxes } = drawMap(MAP);
    const right = boxBeside(boxes, boxOf("gate"), "ArrowRight");
    expect(["yard", "cellar"]).toContain(right?.dialogue.id);
    expect(boxBeside(boxes, boxOf("gate"), "ArrowLeft")).toBeUndefined();
    expect(boxBeside(boxes, boxOf("gate"), "x")).toBeUndefined();
  });
});

describe("the view of the map", () => {
  const size = { width: 1_000, height: 600 };

  test("a large map is shown whole, a small one no larger than it is", () => {
    const large = fitted(size, { width: 4_000, height: 1_000 });
    expect(large.x + 4_000 * large.zoom).toBeLessThanOrEqual(1_000);
    expect(fitted(size, { width: 220, height: 76 }).zoom).toBe(1);
  });

  test("what is under the pointer stays under it while zooming, which has bounds", () => {
    const view = { x: 10, y: 20, zoom: 0.5 };
    const at = { x: 300, y: 200 };
    const next = zoomedAt(view, 1, at);
    expect((at.x - next.x) / next.zoom).toBeCloseTo((at.x - view.x) / view.zoom);
    expect(zoomedAt(view, 1_000, at).zoom).toBeLessThan(2);
    expect(zoomedAt(view, 0, at).zoom).toBeGreaterThan(0.1);
  });

  test("a box that is seen moves nothing, one outside is brought in", () => {
    const view = { x: 0, y: 0, zoom: 1 };
    expect(showing(view, size, { x: 100, y: 100, width: 220, height: 76 })).toBe(view);
    const moved = showing(view, size, { x: 2_000, y: 100, width: 220, height: 76 });
    expect(moved.x + 2_220).toBeLessThanOrEqual(1_000);
    expect(moved.y).toBe(0);
  });
});
