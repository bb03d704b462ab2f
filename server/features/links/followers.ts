import { sql } from "drizzle-orm";
import { jsonEqual } from "#domain/json.ts";
import type { Caller } from "../../kernel/scope.ts";
import { type Starter, starterFrom } from "../../operation/starter.ts";
import { type Db, jsonb } from "../../record/database.ts";
import type { LinkVersion } from "./link.ts";

/** Parts of a link that decide what it reads of its source. */
type Terms = Pick<LinkVersion, "filter" | "overlay">;

/** Keeps, beside the record, for whom a link reads its source from now on, and on which terms. */
export async function keepFollower(
  db: Db,
  { project_id, id, filter, overlay }: Pick<LinkVersion, "project_id" | "id"> & Terms,
  caller: Caller,
  requestId: string | null,
): Promise<void> {
  const starter = starterFrom(caller, requestId);
  await db.execute(
    sql`INSERT INTO link_follows (project_id, link_id, starter, terms, followed_seq, checked_at)
        VALUES (${project_id}, ${id}, ${jsonb(starter)}, ${jsonb({ filter, overlay })}, NULL, NULL)
        ON CONFLICT (project_id, link_id) DO UPDATE
          SET starter = excluded.starter, terms = excluded.terms, checked_at = NULL`,
  );
}

/** Caller for whom a link reads its source, and on which terms. */
export interface KeptFollower {
  readonly starter: Starter;
  readonly terms: Terms;
}

interface LinkPlace {
  readonly project_id: string;
  readonly link_id: string;
}

/** Reads for whom a link reads its source; null where nobody said so. */
export async function keptFollower(db: Db, { project_id, link_id }: LinkPlace): Promise<KeptFollower | null> {
  const [row] = await db.execute<KeptFollower & Record<string, unknown>>(
    sql`SELECT starter, terms FROM link_follows WHERE project_id = ${project_id} AND link_id = ${link_id}`,
  );
  return row ?? null;
}

/**
 * Notes that a link was looked at, and up to which sequence of its source its changes were suggested; null where it suggests none any more.
 * With `kept`, a link that has been changed since is left to be looked at again.
 */
export async function noteFollowed(
  db: Db,
  { project_id, link_id }: LinkPlace,
  now: number,
  { seq, kept = null }: { readonly seq?: number | null | undefined; readonly kept?: KeptFollower | null } = {},
): Promise<void> {
  const followed = seq === undefined ? sql`followed_seq` : sql`${seq}`;
  const isSame = kept === null ? sql`true` : sql`starter = ${jsonb(kept.starter)} AND terms = ${jsonb(kept.terms)}`;
  await db.execute(
    sql`UPDATE link_follows SET followed_seq = ${followed}, checked_at = ${new Date(now).toISOString()}
        WHERE project_id = ${project_id} AND link_id = ${link_id} AND ${isSame}`,
  );
}

/** Notes by which terms a link brings its source. */
export async function noteBrought(
  db: Db,
  { project_id, id, filter, overlay }: Pick<LinkVersion, "project_id" | "id"> & Terms,
): Promise<void> {
  await db.execute(
    sql`UPDATE link_follows SET brought_terms = ${jsonb({ filter, overlay })}
        WHERE project_id = ${project_id} AND link_id = ${id}`,
  );
}

/** Returns a link by the terms by which it was brought last: those that were changed since hold from the next repin on. */
export async function asBrought(db: Db, found: LinkVersion): Promise<LinkVersion> {
  const [row] = await db.execute<{ brought_terms: Terms | null }>(
    sql`SELECT brought_terms FROM link_follows WHERE project_id = ${found.project_id} AND link_id = ${found.id}`,
  );
  return { ...found, ...row?.brought_terms };
}

/** Forgets for whom a link read its source. */
export async function forgetFollower(
  db: Db,
  { project_id, id }: Pick<LinkVersion, "project_id" | "id">,
): Promise<void> {
  await db.execute(sql`DELETE FROM link_follows WHERE project_id = ${project_id} AND link_id = ${id}`);
}

/** Returns for whom a link is followed; null where nobody said so for what it names now. */
export function followerOf({ starter, terms }: KeptFollower, { filter, overlay }: Terms): Starter | null {
  return jsonEqual(terms, { filter, overlay }) ? starter : null;
}
