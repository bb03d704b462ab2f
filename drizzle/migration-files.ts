import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOnline } from "./online-statements.ts";

/** One migration of the journal. */
export interface Migration {
  readonly tag: string;
  /** Milliseconds since the epoch; the database notes the latest one that it has. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** Whether its statements run one by one outside a transaction. */
  readonly isOnline: boolean;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/**
 * Reads the migrations of a folder that drizzle-kit keeps, in the order of its journal.
 *
 * @throws Error when a migration mixes statements that need a transaction with those that must not be in one.
 */
export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as Journal;
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    const statements = text.split("--> statement-breakpoint").map((statement) => statement.trim());
    const online = statements.filter(isOnline).length;
    if (online > 0 && online < statements.length) {
      throw new Error(`${tag}: what runs outside a transaction is a migration of its own, so that it can be resumed`);
    }
    // The hash that Drizzle's own migrator notes.
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements, isOnline: online > 0 };
  });
}
