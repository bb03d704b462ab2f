import { sql } from "drizzle-orm";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectReadContext } from "../../operation/context.ts";

/** Kinds that are looked at for a misspelt one: a few for each resource. */
const MAX_KINDS = 500;

/**
 * Refuses an event kind that no project could have, and one that this project never had and that is spelt almost like one
 * it had. Asked where nothing was found; a kind that may still come is a question like another.
 */
export async function requireKnownKind({ db, project, services }: ProjectReadContext, kind: string): Promise<void> {
  // From one kind straight to the next, along the index that begins with it.
  const rows = await db.execute<{ kind: string }>(
    sql`WITH RECURSIVE kinds AS ((SELECT kind FROM events WHERE project_id = ${project.id} ORDER BY kind LIMIT 1)
          UNION ALL SELECT (SELECT e.kind FROM events e WHERE e.project_id = ${project.id} AND e.kind > kinds.kind
            ORDER BY e.kind LIMIT 1) FROM kinds WHERE kinds.kind IS NOT NULL)
        SELECT kind FROM kinds WHERE kind IS NOT NULL LIMIT ${MAX_KINDS}`,
  );
  const known = rows.map((row) => row.kind);
  if (known.includes(kind)) return;
  const near = nearestName(kind, known);
  const isPossible = services.resources.all().some(({ type }) => kind.startsWith(`${type}.`));
  if (near === null && isPossible) return;
  const reason = isPossible ? "no event of this project is of this kind" : "no event is of this kind";
  throw invalidValue(
    ["query", "kind"],
    `${reason}${didYouMean(near)}`,
    kind,
    near === null ? {} : { suggestion: near },
  );
}
