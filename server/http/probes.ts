import { Problem } from "../kernel/problem.ts";
import type { ApiResponse } from "./exchange.ts";
import { json } from "./respond.ts";

/** Whether one thing the service stands on can be used. */
export type Readiness = Record<string, "ok" | "unavailable">;

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
  const checks = await check();
  if (Object.values(checks).every((state) => state === "ok")) {
    return json(200, { status: "ready", checks }, { "cache-control": "no-store" });
  }
  throw new Problem("unavailable", { detail: { checks }, headers: { "retry-after": "2" } });
}
