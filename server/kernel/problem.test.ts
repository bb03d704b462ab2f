import { expect, test } from "vitest";
import { Problem, ValidationProblem } from "./problem.ts";

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
