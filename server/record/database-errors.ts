import { Problem } from "../kernel/problem.ts";
import { BrokenAnswer } from "./driver.ts";

/** Parts of a database error that may be told: never its parameters, which hold people's data. */
export interface SafeDatabaseError {
  sqlstate: string;
  constraint: string | null;
  table: string | null;
  routine: string | null;
}

interface PostgresFields {
  code: string;
  constraint_name?: string;
  table_name?: string;
  routine?: string;
}

/** The database's own error inside a chain of causes (Drizzle's wrapper carries every parameter value), or null. */
export function databaseError(error: unknown): SafeDatabaseError | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at.name !== "PostgresError") continue;
    const fields = at as unknown as PostgresFields;
    return {
      sqlstate: fields.code,
      constraint: fields.constraint_name ?? null,
      table: fields.table_name ?? null,
      routine: fields.routine ?? null,
    };
  }
  return null;
}

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);

/** Whether the database could not be reached, or went away meanwhile. */
function isConnectionLoss(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && (CONNECTION_CODES.has(code) || /^(08|57P)/.test(code))) return true;
    if (at instanceof AggregateError && at.errors.some(isConnectionLoss)) return true;
  }
  return false;
}

/** Whether the database found no room on its disk (PostgreSQL's `disk_full`). */
export function isStorageFull(error: unknown): boolean {
  return databaseError(error)?.sqlstate === "53100";
}

/** A database error as the problem a caller is told of, or null when it is a defect of ours. */
export function databaseProblem(error: unknown): Problem | null {
  if (isConnectionLoss(error)) return new Problem("unavailable", { headers: { "retry-after": "2" } });
  if (isStorageFull(error)) {
    const message = "The database has no room left: nothing can be written until it has.";
    return new Problem("unavailable", { message, headers: { "retry-after": "30" } });
  }
  return isPassing(error) ? new Problem("busy", { headers: { "retry-after": "1" } }) : null;
}

/** SQLSTATEs of what may succeed later: serialization failure, deadlock, transaction ended, lock not granted in time, cancelled. */
const PASSING = new Set(["40001", "40P01", "25P02", "25P03", "55P03", "57014"]);

/** Whether the database refused a statement for its own state, or its answer was broken by the refusal of another. */
function isPassing(error: unknown): boolean {
  if (error instanceof BrokenAnswer) return true;
  const sqlstate = databaseError(error)?.sqlstate;
  // Class 53: too few connections, too little memory.
  return sqlstate !== undefined && (PASSING.has(sqlstate) || sqlstate.startsWith("53"));
}

/** Whether somebody, or a limit, ended a statement before its time. It is not tried again: it would be ended again, or is unwanted. */
export function isCancelled(error: unknown): boolean {
  return databaseError(error)?.sqlstate === "57014";
}

/** SQLSTATE classes that the values are to blame for, an index row that is too long (54) included. */
const DATA_CLASSES = new Set(["21", "22", "23", "54"]);

/** Whether the database refused the data themselves, as it would every time. */
export function isDataError(error: unknown): boolean {
  const known = databaseError(error);
  return known !== null && DATA_CLASSES.has(known.sqlstate.slice(0, 2));
}

/** Whether the database, the disk or the network is to blame, so that the same work may succeed later. */
export function isMachineFault(error: unknown): boolean {
  if (databaseProblem(error) !== null) return true;
  if (databaseError(error) !== null) return !isDataError(error);
  if (error instanceof Problem) return error.code === "unavailable" || error.code === "busy";
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return error.name === "AbortError" || (code !== undefined && /^E[A-Z]+$/.test(code));
}

/** An error as a log line may carry it: names and codes, a stack without messages from the database. */
export function loggableError(error: unknown): object {
  const known = databaseError(error);
  if (known !== null) return { name: "PostgresError", ...known };
  if (!(error instanceof Error)) return { name: typeof error };
  // Drizzle's wrapper repeats every parameter value in its message, and its name is plain "Error".
  if ("query" in error && "params" in error) return { name: "DrizzleQueryError" };
  return { name: error.name, message: error.message, stack: error.stack ?? null };
}
