import { describe, expect, test } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import { type LinesInOrder, scoreLines, type WordInLines } from "./rank-lines.ts";

/** Lines of dialogues, each with its number of words. */
function lines(...dialogues: number[][]): LinesInOrder {
  return {
    places: Int32Array.from(dialogues.flatMap((own, place) => own.map(() => place))),
    lengths: Float64Array.from(dialogues.flat()),
  };
}

function word(counts: Record<number, number>, weight = 1): WordInLines {
  const positions = Int32Array.from(Object.keys(counts).map(Number));
  return { weight, positions, counts: Float64Array.from(Object.values(counts)) };
}

const score = (all: LinesInOrder, ...words: WordInLines[]) => [...runToEnd(scoreLines(all, words))];
const ten = (length = 10): number[] => new Array(10).fill(length);

describe("the scores of lines", () => {
  test("fade with distance and end after eight lines and with the dialogue", () => {
    const [a = [], b = []] = [ten(), ten()];
    const scores = score(lines(a, b), word({ 9: 1 }));
    expect(scores.slice(1, 10)).toEqual(scores.slice(1, 10).toSorted((x, y) => x - y));
    expect(scores[1]).toBeGreaterThan(0);
    expect(scores[0]).toBe(0);
    expect(scores.slice(10)).toEqual(ten(0));
  });

  test("let a line without a word win between lines that have the words", () => {
    const scores = score(lines(ten()), word({ 2: 1 }), word({ 4: 1 }), word({ 3: 0 }), word({ 8: 1 }, 0.1));
    expect(scores[3]).toBeGreaterThan(scores[5] ?? 0);
    expect(scores[3]).toBeGreaterThan(scores[8] ?? 0);
  });

  test("sum what is said again around a line, with less and less gain", () => {
    const once = score(lines(ten()), word({ 5: 1 }));
    const again = score(lines(ten()), word({ 5: 1, 6: 1 }));
    const often = score(lines(ten()), word({ 4: 1, 5: 1, 6: 1, 7: 1 }));
    expect(again[5]).toBeGreaterThan(once[5] ?? 0);
    expect(often[5]).toBeGreaterThan(again[5] ?? 0);
    expect((often[5] ?? 0) - (again[5] ?? 0)).toBeLessThan(2 * ((again[5] ?? 0) - (once[5] ?? 0)));
  });

  test("reach fewer lines where they are long", () => {
    const reached = (length: number) => score(lines(ten(length)), word({ 9: 1 })).filter((each) => each > 0).length;
    expect(reached(45)).toBe(9);
    expect(reached(180)).toBe(3);
  });

  test("are higher in the dialogue that answers more of the question", () => {
    const scores = score(lines(ten(), ten()), word({ 4: 1, 14: 1 }), word({ 15: 1 }));
    expect((scores[14] ?? 0) / (scores[4] ?? 1)).toBeGreaterThan(1.5);
    expect(score(lines(ten()), word({ 4: 1 }))[4]).toBeGreaterThan(scores[4] ?? 0);
  });
});
