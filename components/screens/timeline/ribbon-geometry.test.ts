import { expect, test } from "vitest";
import { seqAtShare, shareOf } from "./ribbon-geometry.ts";

const span = (minute: number, to_seq: number) => ({
  from_at: new Date(Date.UTC(2026, 10, 22, 14, minute)).toISOString(),
  to_seq,
});

test("spans lie along the time, and a place between two belongs to the earlier", () => {
  const spans = [span(0, 5), span(15, 9), span(60, 40)];
  expect(spans.map((each) => shareOf(spans, each))).toEqual([0, 0.25, 1]);
  expect([0, 0.2, 0.25, 0.9, 1].map((share) => seqAtShare(spans, share))).toEqual([5, 5, 9, 9, 40]);
});

test("what all happened at once lies side by side", () => {
  const spans = [span(0, 5), span(0, 9), span(0, 12)];
  expect(spans.map((each) => shareOf(spans, each))).toEqual([0, 0.5, 1]);
  expect(seqAtShare([], 0.5)).toBeUndefined();
});
