import type postgres from "postgres";

/** Statements that keep nobody from writing and can be repeated: they run outside a transaction. */
const CREATES_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)" ON /;
const OTHERS = [/^DROP INDEX CONCURRENTLY IF EXISTS "\w+";?$/, /^ALTER TABLE "\w+" VALIDATE CONSTRAINT "\w+";?$/];

/** Whether a statement of a migration runs outside a transaction, beside the writers of its table. */
export function isOnline(statement: string): boolean {
  return CREATES_INDEX.test(statement) || OTHERS.some((form) => form.test(statement));
}

/**
 * Runs a statement that {@link isOnline}. An index that is there already was built by a run that ended before it could note
 * so; one that a run left unfinished is invalid, serves no query and is built again.
 */
export async function runOnline(client: postgres.Sql, statement: string): Promise<void> {
  const [, index] = CREATES_INDEX.exec(statement) ?? [];
  if (index !== undefined) {
    const [found] = await client<{ isValid: boolean }[]>`
      SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass(quote_ident(${index}))`;
    if (found?.isValid) return;
    if (found !== undefined) await client`DROP INDEX CONCURRENTLY ${client(index)}`;
  }
  await client.unsafe(statement);
}
