import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import { type Columns, type Db, textArray } from "./database.ts";
import type { PendingChange, Resource } from "./resource.ts";

const NO_FILE = valueError("the project has no such file: upload it first");

type FileFields = Pick<Resource<never>, "files">;

/** Field of a state with the hash of a file that it names. */
interface NamedFile {
  readonly field: string;
  readonly sha256: string;
}

/** Files that a change begins to name. */
export function newlyNamed(
  { files }: FileFields,
  { before, after }: Pick<PendingChange, "before" | "after">,
): NamedFile[] {
  return files.flatMap((field) => {
    const known = hashesIn(before, field);
    return hashesIn(after, field).flatMap((sha256) => (known.includes(sha256) ? [] : [{ field, sha256 }]));
  });
}

function hashesIn(state: JsonObject | null, field: string): string[] {
  const value = state?.[field] ?? [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/**
 * Makes sure that the project has the files that changes begin to name, and that none of them is given up before the transaction ends.
 * Called under the project's lock.
 *
 * @throws ValidationProblem for each field that names another
 */
export async function requireNamedFiles(
  db: Db,
  projectId: string,
  resource: FileFields,
  changes: readonly PendingChange[],
): Promise<void> {
  if (resource.files.length === 0) return;
  const named = changes.flatMap((change) =>
    newlyNamed(resource, change).map(({ field, sha256 }) => ({ sha256, loc: [...change.loc, field] })),
  );
  if (named.length === 0) return;
  const found = await db.execute<Columns<"artifacts", "sha256">>(
    sql`SELECT sha256 FROM artifacts WHERE project_id = ${projectId}
        AND sha256 = ANY(${textArray([...new Set(named.map(({ sha256 }) => sha256))])}) ORDER BY sha256 FOR SHARE`,
  );
  const kept = new Set(found.map(({ sha256 }) => sha256));
  const items = named.flatMap(({ sha256, loc }): ValidationItem[] =>
    kept.has(sha256) ? [] : [itemAt(loc, NO_FILE, sha256)],
  );
  if (items.length > 0) throw new ValidationProblem(items);
}

/** Makes files stay as long as their project: a version names them. */
export function nameFiles(projectId: string, hashes: Iterable<string>): SQL {
  return sql`UPDATE artifacts SET is_named = true
    WHERE project_id = ${projectId} AND sha256 = ANY(${textArray([...hashes])}) AND NOT is_named`;
}
