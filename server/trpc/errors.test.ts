import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { expect, test } from "vitest";
import { Problem } from "../kernel/problem.ts";
import { PROBLEMS, type ProblemCode } from "../kernel/problem-catalogue.ts";
import { createLogger } from "../log/log.ts";
import { trpcError } from "./errors.ts";

/** Statuses that only reading an HTTP request can have; no operation answers them. */
const OF_HTTP = [406, 431];
/** Statuses for which tRPC has no code, with the nearest that it has. */
const NEAREST: Readonly<Record<number, number>> = { 410: 404 };

test("an operation's refusal keeps its status in the studio, and counts as what it is", () => {
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => !OF_HTTP.includes(PROBLEMS[code].status));
  const log = createLogger({ environment: "test", logLevel: "fatal" }, { write: () => {} });
  const incident = { requestId: "req_1", operation: "billing.changePlan", log, publicUrl: "https://fabula.example" };
  const answered = codes.map((code) => [code, getHTTPStatusCodeFromError(trpcError(new Problem(code), incident))]);
  expect(answered).toEqual(codes.map((code) => [code, NEAREST[PROBLEMS[code].status] ?? PROBLEMS[code].status]));
});
