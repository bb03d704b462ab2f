import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { refusalWords } from "./refusal-words.ts";

const refusal = (httpStatus: number) =>
  TRPCClientError.from({ error: { message: "", code: -32600, data: { httpStatus } } });

test("a dialogue that is too large is said to be, and is not loaded again", () => {
  const said = refusalWords(refusal(406));
  expect(said).toMatchObject({ title: "This dialogue is too large for the studio", next: "interface" });
  expect(said.words).toContain("32 MiB");
});

test("what may pass is tried again, what is refused is not", () => {
  expect([401, 403, 404, 429, 500, 503].map((status) => refusalWords(refusal(status)).next)).toEqual([
    "sign-in",
    null,
    null,
    "retry",
    "retry",
    "retry",
  ]);
  expect(refusalWords(new TypeError("fetch failed")).words).toContain("no connection");
});
