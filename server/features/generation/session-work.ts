import type { WorkTable } from "../../leases/leased-rows.ts";

/** The work of sessions, as leases know it. */
export const SESSION_WORK: WorkTable = { kind: "session", table: "session_work" };
