import { expect, test } from "vitest";
import { Renumbering, withoutHistory } from "./left-out.ts";

/** Numbers of a project whose second and fifth events are left out. */
function numbers(): Renumbering {
  const renumbering = new Renumbering();
  for (const gap of [2, 5]) renumbering.leaveOut(gap);
  return renumbering;
}

const at = (seq: number) => ({ kind: "event", seq });

test("sequences are numbered anew in whole subjects, in fields, in lists and in maps, and in nothing else", () => {
  const change = (type: string, set: object) => numbers().change(type, { set: set as never }).set;
  const seed = {
    promise: "The lamp.",
    planted: [at(3), { kind: "node", node_id: "node_1" }],
    due: at(9),
    payoff: null,
  };
  expect(change("seed", { "": seed })).toEqual({ "": { ...seed, planted: [at(2), seed.planted[1]], due: at(7) } });
  expect(change("seed", { "/planted": [at(6)], "/due/seq": 4 })).toEqual({ "/planted": [at(4)], "/due/seq": 3 });
  const operations = [{ op: "node.update", base_seq: 6 }, { op: "node.delete" }];
  const parts = (base_seq: number) => ({ p1: { operations: [{ op: "node.update", base_seq }, operations[1]] } });
  expect(change("suggestion", { "": { base_seq: 6, parts: { p1: { operations } } } })).toEqual({
    "": { base_seq: 4, parts: parts(4) },
  });
  // The sequences of another project stay.
  expect(change("link", { "/seq": 6 })).toEqual({ "/seq": 6 });
  expect(numbers().data({ takes_back: 6, label: "6" })).toEqual({ takes_back: 4, label: "6" });
});

test("a state keeps no events of a promise", () => {
  const seed = { planted: [at(3), { kind: "node", node_id: "node_1" }], due: at(9), payoff: at(4) };
  expect(withoutHistory("seed", seed)).toEqual({ planted: [seed.planted[1]], due: null, payoff: null });
});
