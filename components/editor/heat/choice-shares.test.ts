import { expect, test } from "vitest";
import { branch, sampleNode } from "../model/sample-content.ts";
import { type Count, heatOf, longWords, marksOf, shareOf, shortWords } from "./choice-shares.ts";

const count = (events: number, players = events): Count => ({ events, players });
const way = (id: string, to: string | null) => ({ ...branch(id, id), target_node_id: to });
const node = (id: string, branches: ReturnType<typeof way>[], more: object = {}) =>
  sampleNode({ id, text: id, branches, ...more });

test("a share has the interval of Wilson, and small numbers are said as what they are", () => {
  // 10 of 40, from a table of binomial confidence intervals.
  const { low, high } = shareOf(10, 40);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(["0.142", "0.402"]);
  expect(shareOf(0, 10)).toMatchObject({ share: 0, low: 0 });
  expect(shareOf(0, 10).high.toFixed(3)).toBe("0.278");
  expect([shortWords(shareOf(10, 40)), shortWords(shareOf(3, 5)), shortWords(shareOf(0, 40))]).toEqual([
    "25 %",
    "3 of 5",
    "never",
  ]);
  expect(longWords(shareOf(10, 40))).toBe("25 %, 10 of 40 players; probably 14 to 40 % of all");
  expect(longWords(shareOf(3, 5))).toBe("3 of 5 players: too few to say more");
});

test("cards that nobody came to, and those where players stopped, are told apart from those that are passed", () => {
  const nodes = new Map(
    [
      node("gate", [way("pay", "hall"), way("wait", "gate"), way("climb", "roof")]),
      // Passed without a choice: nobody is known to have stopped here, and what lies behind may have been reached.
      node("hall", [way("on", "end")], { text: "" }),
      node("roof", [way("jump", "yard"), way("sleep", "attic")]),
      node("yard", [way("run", "end")]),
      node("attic", [way("wake", "end")]),
      node("end", [], { kind: "end" }),
    ].map((each) => [each.id, each]),
  );
  const heat = heatOf(nodes, "gate", {
    branches: new Map([
      ["pay", count(30)],
      ["wait", count(9, 5)],
      ["climb", count(12)],
      ["jump", count(4)],
    ]),
    nodes: new Map([
      ["gate", count(51, 42)],
      ["roof", count(4)],
    ]),
  });
  expect(heat.unreached.map(({ id }) => id)).toEqual(["attic"]);
  // A single way that nobody is said to have taken is a step that the game does not tell of.
  expect(heat.abandoned.map(({ node: { id }, left, came }) => [id, left, came])).toEqual([["roof", 8, 12]]);
  expect(heat.chosenAt.get("gate")?.ways.get("wait")).toMatchObject({ taken: 5, of: 42 });
  expect(Object.fromEntries(marksOf(heat))).toEqual({
    gate: "42 chose",
    pay: "71 %",
    wait: "12 %",
    climb: "29 %",
    roof: "8 of 12 stopped",
    jump: "4 of 4",
    sleep: "never",
    attic: "nobody came",
  });
});
