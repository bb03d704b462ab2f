import { expose } from "comlink";
import type { Problem } from "#domain/problems/problem.ts";
import type { CheckRequest } from "./check-request.ts";
import { ProblemChecker } from "./problem-checker.ts";

let checker: ProblemChecker | null = null;

const worker = {
  open(graphId: string): void {
    checker = new ProblemChecker(graphId);
  },
  check(request: CheckRequest): Problem[] {
    return checker?.check(request) ?? [];
  },
};

export type CheckWorker = typeof worker;

expose(worker);
