import { expect, test } from "vitest";
import { changedShare } from "./changed-share.ts";
import { trendOf } from "./trend.ts";
import { wilsonInterval } from "./wilson.ts";

test.each([
  // By hand: z² = 3.841459. 8 of 10: (0.8 + 0.1920729) / 1.3841459 = 0.716740; 1.959964 √(0.016 + 0.0096036) / 1.3841459 = 0.226577.
  [8, 10, 0.490163, 0.943317],
  // 5 of 10: the centre is 0.5; 1.959964 √(0.025 + 0.0096036) / 1.3841459 = 0.263406.
  [5, 10, 0.236594, 0.763406],
  // Nobody of 5, everyone of 5: z²/n / (1 + z²/n) = 0.768292 / 1.768292.
  [0, 5, 0, 0.434482],
  [5, 5, 0.565518, 1],
])("%i of %i is between %f and %f", (hits, n, low, high) => {
  const interval = wilsonInterval(hits, n);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test("a trend is told where the windows differ by more than chance", () => {
  const share = (sum: number, n: number) => ({ n, sum, squares: sum });
  expect(trendOf(share(19, 20), share(6, 20), true)).toBe("up");
  expect(trendOf(share(6, 20), share(19, 20), true)).toBe("down");
  expect(trendOf(share(12, 20), share(10, 20), true)).toBe("steady");
  expect(trendOf(share(4, 4), share(1, 20), true)).toBeNull();
  // Fives against threes by five raters each, of whom one said four: means 4.8 and 3.2, variance 0.2, error √(0.08) = 0.283.
  const rated = (values: readonly number[]) => ({
    n: values.length,
    sum: values.reduce((sum, each) => sum + each, 0),
    squares: values.reduce((sum, each) => sum + each * each, 0),
  });
  expect(trendOf(rated([5, 5, 5, 5, 4]), rated([3, 3, 3, 3, 4]), false)).toBe("up");
  expect(trendOf(rated([1, 5, 3, 4, 2]), rated([2, 4, 3, 3, 2]), false)).toBe("steady");
});

test("the share of changed words counts what was taken away and put in", () => {
  expect(changedShare("The gate is shut.", "The gate is shut.")).toBe(0);
  // `shut` (4) gives way to `open` (4) among 34 characters.
  expect(changedShare("The gate is shut.", "The gate is open.")).toBe(0.2353);
  expect(changedShare("", "New.")).toBe(1);
  // Far apart, only the words count.
  const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  expect(changedShare(words.join(" "), words.toReversed().join(" "))).toBe(0);
  const half = words.map((word, n) => (n % 2 === 0 ? word : `other${n}`));
  expect(changedShare(words.join(" "), half.join(" "))).toBeCloseTo(0.45, 1);
});
