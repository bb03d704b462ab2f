import { describe, expect, test } from "vitest";
import { wordsFor } from "./ask-clerk.ts";

describe("what a refusal means to somebody who only wanted to ask", () => {
  test.each([
    [30, "a minute"],
    [89, "a minute"],
    [91, "2 minutes"],
    [3_600, "60 minutes"],
  ])("a limit says how long: %i s", (seconds, words) => {
    expect(wordsFor("rate_limited", seconds).text).toContain(`in ${words}.`);
  });

  test.each([
    ["demo_message_limit", true],
    ["not_found", true],
    ["rate_limited", false],
    ["validation_error", false],
    ["unreachable", false],
  ])("%s: another conversation helps: %s", (code, isOver) => {
    expect(wordsFor(code, 60).isOver).toBe(isOver);
  });
});
