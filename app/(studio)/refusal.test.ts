import { expect, test } from "vitest";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { trpcError } from "#server/trpc/errors.ts";
import { refusalOf } from "./refusal.ts";

test("a refusal is read by its shape, whoever's copy of a class made it", () => {
  const log = { request: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const incident = { requestId: "r-1", operation: "GET /v1/me", log, publicUrl: "https://fabula.example" };
  const refused = (error: Error) => refusalOf(trpcError(error, incident));
  const busy = new Problem("busy");
  expect(refused(busy)).toEqual({ code: "busy", message: busy.message, requestId: "r-1" });
  expect(refused(new ValidationProblem([]))).toMatchObject({ code: "validation_error", requestId: "r-1" });
});

test("what is no refusal is thrown on, for the error page", () => {
  const error = new TypeError("a defect");
  expect(() => refusalOf(error)).toThrow(error);
  expect(() => refusalOf("text")).toThrow();
});
