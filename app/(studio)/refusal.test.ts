import { expect, test } from "vitest";
import { refusalOf } from "./refusal.ts";

test("a refusal is read by its shape, whoever's copy of a class made it", () => {
  const problem = { code: "busy", message: "Too many writes are waiting on this project.", request_id: "r-1" };
  const error = new Error("refused", {
    cause: Object.assign(new Error("inner"), { refusal: { status: 503, problem } }),
  });
  expect(refusalOf(error)).toEqual({ code: "busy", message: problem.message, requestId: "r-1" });
});

test("what is no refusal is thrown on, for the error page", () => {
  const error = new TypeError("a defect");
  expect(() => refusalOf(error)).toThrow(error);
  expect(() => refusalOf("text")).toThrow();
});
