import { sql } from "drizzle-orm";
import { bigint, customType, text, timestamp } from "drizzle-orm/pg-core";

/** `valid_to_seq` of a version that still holds: `Number.MAX_SAFE_INTEGER`, so that it survives JSON and compares as a number. */
export const CURRENT = 9007199254740991;

/** Text that sorts by code point whatever the server's locale: external DATABASE_URL servers bring their own collation. */
export const textC = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** A sequence number. JavaScript's safe integers suffice: at 10,000 events a second they last 28,000 years. */
export const seq = (name: string) => bigint(name, { mode: "number" });

/** A moment in UTC with milliseconds, the precision every event carries. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "string" });

/** The columns every version table starts with; one row is one version of one subject. */
export const versionColumns = () => ({
  project_id: text("project_id").notNull(),
  id: textC("id").notNull(),
  valid_from_seq: seq("valid_from_seq").notNull(),
  valid_to_seq: seq("valid_to_seq").notNull().default(CURRENT),
  created_seq: seq("created_seq").notNull(),
  created_at: moment("created_at").notNull(),
  updated_at: moment("updated_at").notNull(),
});

/**
 * The columns of rows that are work to be done outside a request: when it is due (null: nothing is), who has taken it on until
 * when, and how often it was taken, which tells the one who has it now from one who had it.
 */
export const workColumns = () => ({
  due_at: moment("due_at"),
  lease_until: moment("lease_until"),
  holder: text("holder"),
  fence: seq("fence").notNull().default(0),
});

/** Predicate of the partial indexes that serve reads of the present. */
export const isCurrent = sql.raw(`valid_to_seq = ${CURRENT}`);
