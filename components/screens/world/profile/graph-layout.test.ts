import { expect, test } from "vitest";
import { graphOf, type LabelBox } from "./graph-layout.ts";

const WORDS = ["ferryman_of", "owes", "sister", "member_of", "trusts", "located_in"];
const nodesOf = (count: number) =>
  graphOf(
    Array.from({ length: count }, (_, at) => ({
      id: `ent_${at}`,
      name: `Somebody ${at}`,
      type: "character",
      said: WORDS[at % WORDS.length] ?? "",
      isFrom: at % 2 === 0,
      color: null,
    })),
  ).nodes;
const holds = (box: LabelBox, x: number, y: number) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

test("the words of an edge lie on no other words, and no arrow ends in words", () => {
  for (const count of [1, 2, 3, 5, 8, 12]) {
    const nodes = nodesOf(count);
    const boxes = nodes.map(({ box }) => box);
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(isApart, `${count} neighbours: words ${at} lie apart`).toBe(true);
      }
    }
    for (const { edge, isFrom, isTo } of nodes) {
      const ends = [...(isFrom ? [[edge.x2, edge.y2]] : []), ...(isTo ? [[edge.x1, edge.y1]] : [])];
      for (const [x = 0, y = 0] of ends) expect(boxes.some((box) => holds(box, x, y))).toBe(false);
    }
  }
});
