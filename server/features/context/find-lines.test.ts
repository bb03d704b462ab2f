import { expect, test } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import { readableLines } from "./find-lines.ts";
import { LineLayout } from "./line-layout.ts";

test("each line is read once where another question brings the layout further between two steps", () => {
  const lines = 20_010;
  const layout = new LineLayout();
  layout.places.push("dlg_1");
  layout.from = Float64Array.from({ length: lines + 1 }, (_, text) => text + 1);
  layout.to = new Float64Array(lines + 1).fill(Number.MAX_SAFE_INTEGER);
  layout.place = new Int32Array(lines + 1);
  layout.ordinal = Int32Array.from({ length: lines + 1 }, (_, text) => text);
  layout.length = new Int32Array(lines + 1).fill(1);
  layout.order = Int32Array.from({ length: lines }, (_, text) => text);
  layout.count = lines;
  const seen = { layout, seq: lines, withheld: [], unreadable: [], shown: [], played: null };
  const steps = readableLines(seen);
  expect(steps.next().done).toBe(false);
  layout.order = Int32Array.from([lines, ...layout.order]);
  layout.count = lines + 1;
  expect([...runToEnd(steps).texts]).toEqual(Array.from({ length: lines }, (_, text) => text));
});
