import { expect, test } from "vitest";
import { countCauses } from "./group-problems.ts";

test("what goes away together counts once, and each severity by itself", () => {
  const problems = [
    { code: "unreachable", cause: "node_a", severity: "warning" },
    { code: "unreachable", cause: "node_a", severity: "warning" },
    { code: "unreachable", cause: "node_b", severity: "warning" },
    { code: "dead_end", cause: "node_a", severity: "error" },
  ] as const;
  expect(countCauses(problems)).toEqual({ error: 1, warning: 2, info: 0 });
  expect(countCauses([])).toEqual({ error: 0, warning: 0, info: 0 });
});
