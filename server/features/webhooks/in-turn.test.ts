import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();

test("what became due together goes in the order of the record", () => {
  const rows = [9, 7, 8].map((seq) => ({ seq, due_at: at(0) }));
  expect(inTurn(rows).map(({ seq }) => seq)).toEqual([7, 8, 9]);
});

test("given retries of older events come due again and again, then a newer one that waits has its turn all the same", () => {
  const due = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((seq) => [seq, 0]));
  due.set(34, 1);
  const sent = new Set<number>();
  for (let second = 1; second < 10 && !sent.has(34); second++) {
    const waiting = [...due].filter(([, from]) => from <= second).map(([seq, from]) => ({ seq, due_at: at(from) }));
    for (const { seq } of inTurn(waiting).slice(0, 4)) {
      sent.add(seq);
      due.set(seq, second + 1);
    }
  }
  expect(sent).toContain(34);
});
