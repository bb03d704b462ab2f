import { expect, test } from "vitest";
import { sayStanding, sayTime, sayValue } from "./score-words.ts";

test("a measure says its value against the project's range, or why it has none", () => {
  expect(sayValue({ value: 0.2041, reason: null })).toBe("0.2");
  expect(sayValue({ value: 71.48, reason: null })).toBe("71");
  expect(sayValue({ value: null, reason: "unsupported_language" })).toBe("English only");
  const range = { texts: 9, low: 4.2, median: 6, high: 9.018 };
  expect(sayStanding({ standing: "above", range })).toBe("Above your range (4.2–9.02)");
  expect(sayStanding({ standing: null, range: null })).toBeNull();
  expect([sayTime(40), sayTime(170)]).toEqual(["40 s", "3 min"]);
});
