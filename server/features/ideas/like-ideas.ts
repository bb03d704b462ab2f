import { sql } from "drizzle-orm";
import { NEAR, sentenceLikeness } from "#domain/gaps/made-gaps.ts";
import { likenessKeys } from "#domain/likeness.ts";
import { type Db, jsonb } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Ideas that share keys with a text, of which the likeness is computed. */
const CANDIDATES = 50;

/** An idea with the likeness of its premise to a text, from 0 to 1. */
interface LikeIdea {
  readonly id: string;
  readonly likeness: number;
}

/**
 * Finds the ideas whose premise is near to each of some texts at a sequence, the most alike first; in one statement. Of those that share
 * keys with a text the fifty that share most are compared. In the present an index finds them.
 */
export async function likeIdeas(
  db: Db,
  projectId: string,
  premises: readonly string[],
  atSeq: number | null,
): Promise<LikeIdea[][]> {
  const asked = premises.map((premise, nth) => ({ nth, keys: likenessKeys(premise) }));
  const rows = await db.execute<{ nth: number; id: string; premise: string }>(
    sql`SELECT asked.nth, v.id, v.premise FROM jsonb_to_recordset(${jsonb(asked)}) AS asked (nth int, keys text[])
        CROSS JOIN LATERAL (
          SELECT id, premise FROM idea_versions
          WHERE project_id = ${projectId} AND ${holds(atSeq)} AND likeness && asked.keys
          ORDER BY (SELECT count(*) FROM unnest(likeness) AS own(key) WHERE own.key = ANY(asked.keys)) DESC, id
          LIMIT ${CANDIDATES}) v`,
  );
  return premises.map((premise, at) =>
    rows
      .flatMap(({ nth, id, premise: other }) =>
        nth === at ? { id, likeness: sentenceLikeness(premise, other, "premise") } : [],
      )
      .filter((each) => each.likeness >= NEAR)
      .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1)),
  );
}
