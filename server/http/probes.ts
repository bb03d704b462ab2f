import type { z } from "zod";
import { Problem } from "../kernel/problem.ts";
import type { READINESS } from "../kernel/problem-details.ts";
import type { ApiResponse } from "./exchange.ts";
import { json } from "./respond.ts";

/** Whether each thing that the service stands on can be used, and who waits longest. */
export type Readiness = z.output<typeof READINESS>;

/** The process is alive: it answers. */
export function health(): ApiResponse {
  return json(200, { status: "ok" }, { "cache-control": "no-store" });
}

/**
 * Reports that the process can do its work.
 *
 * @throws {@link Problem} `unavailable`, which says what it lacks.
 */
export async function ready(check: () => Promise<Readiness>): Promise<ApiResponse> {
  const readiness = await check();
  if (Object.values(readiness.checks).every((state) => state === "ok")) {
    return json(200, { status: "ready", ...readiness }, { "cache-control": "no-store" });
  }
  throw new Problem("unavailable", { detail: readiness, headers: { "retry-after": "2" } });
}
