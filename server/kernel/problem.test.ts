import { expect, test } from "vitest";
import { invalidValue, Problem, ValidationProblem } from "./problem.ts";

test("a problem made by another copy of the module is one here too", async () => {
  const address = "./problem.ts?copy";
  const copy: typeof import("./problem.ts") = await import(/* @vite-ignore */ address);
  expect(copy.Problem).not.toBe(Problem);
  expect(new copy.Problem("not_found")).toBeInstanceOf(Problem);
  expect(new copy.ValidationProblem([])).toBeInstanceOf(ValidationProblem);
  expect(new copy.ValidationProblem([])).not.toBeInstanceOf(Problem);
  expect(new Error("x")).not.toBeInstanceOf(Problem);
});

test("a problem shows every field of the error object", () => {
  const problem = new Problem("not_found");
  expect(problem.body("5b0e9b4e-0000-4000-8000-000000000000", "https://fabula.example")).toEqual({
    error: "Not found",
    code: "not_found",
    request_id: "5b0e9b4e-0000-4000-8000-000000000000",
    detail: null,
    message: "The resource does not exist or is not accessible.",
    doc_url: "https://fabula.example/docs/errors/not_found",
    feedback_id: null,
  });
});

test("a failed validation shows the same fields, with a list for its detail", () => {
  const problem = invalidValue(["body", "parent_id"], "no such entity", "ent_x");
  expect(problem.body("5b0e9b4e-0000-4000-8000-000000000000", "https://fabula.example")).toEqual({
    error: "Validation failed",
    code: "validation_error",
    request_id: "5b0e9b4e-0000-4000-8000-000000000000",
    detail: [{ type: "value_error", loc: ["body", "parent_id"], msg: "Value error, no such entity", input: "ent_x" }],
    message: "The request failed validation.",
    doc_url: "https://fabula.example/docs/errors/validation_error",
    feedback_id: null,
  });
});

test("a failed validation repeats no long value, and not many short ones", () => {
  const item = (input: unknown) => ({ type: "missing", loc: ["body", "x"], msg: "Field required", input });
  const long = { rows: Array.from({ length: 100 }, () => "a row of the batch") };
  const { items } = new ValidationProblem([item(long), item("x".repeat(2_000)), item("short"), item(null)]);
  expect(items.map(({ input }) => input)).toEqual([undefined, undefined, "short", null]);
  const many = new ValidationProblem(Array.from({ length: 500 }, () => item("x".repeat(900))));
  expect(JSON.stringify(many.items).length).toBeLessThan(64_000);
  expect(many.items[0]?.input).toHaveLength(900);
  const { detail, message } = many.body("5b0e9b4e-0000-4000-8000-000000000000", "https://fabula.example");
  expect([detail.length, message]).toEqual([
    100,
    "The request failed validation. The first 100 mistakes are listed, 400 are not.",
  ]);
});
