import { createHmac, type KeyObject } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Envelope } from "../../envelope/envelope.ts";
import { isId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { type Columns, type Db, isOneOf, jsonb } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { type KeyedProject, makeNamesKey, readNamesKey } from "./keys.ts";
import { player } from "./player.ts";

/** A player by a name that was asked for. */
export interface NamedPlayer {
  readonly id: string;
  /** Whether they were erased, so that nothing new may be kept of them. */
  readonly isErased: boolean;
}

/** Parts of a context that players are found with. */
export interface NamingContext {
  readonly services: { readonly envelope: Envelope };
  readonly db: Db;
  readonly project: KeyedProject;
}

/** Whether a name is the id of a player, and not an external id. */
export const isPlayerId = (name: string): boolean => isId(player.resource.prefix, name);

/**
 * Requires an external id that cannot be mistaken for the id of a player, because most ways in take either.
 *
 * @throws ValidationProblem
 */
export function requireExternalId(externalId: string, loc: (string | number)[] = ["body", "external_id"]): void {
  if (isPlayerId(externalId))
    throw invalidValue(loc, "an external id must not look like the id of a player", externalId);
}

/**
 * Finds players by their ids (`ply_…`) or external ids, in at most three statements. Those that there are not are absent. What a
 * transaction of the caller has not written yet is not found.
 */
export async function playersByName(
  { services, db, project }: NamingContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedPlayer>> {
  const found = new Map<string, NamedPlayer>();
  const ids = names.filter(isPlayerId);
  if (ids.length > 0) {
    const rows = await db.execute<Columns<"player_versions", "id" | "erased_at">>(
      sql`SELECT id, erased_at FROM player_versions
          WHERE project_id = ${project.id} AND ${isOneOf(sql`id`, ids)} AND ${holds(null)}`,
    );
    for (const { id, erased_at } of rows) found.set(id, { id, isErased: erased_at !== null });
  }
  const externalIds = names.filter((name) => !isPlayerId(name));
  const key = externalIds.length === 0 ? null : await readNamesKey(services.envelope, db, project);
  if (key === null) return found;
  const byHash = new Map(externalIds.map((externalId) => [hashOf(key, externalId), externalId]));
  const rows = await db.execute<Columns<"player_names", "hash" | "player_id" | "erased_at">>({
    text: "SELECT hash, player_id, erased_at FROM player_names WHERE project_id = $1 AND hash = ANY($2)",
    values: [project.id, [...byHash.keys()]],
  });
  for (const { hash, player_id: id, erased_at } of rows) {
    const externalId = byHash.get(hash);
    if (externalId !== undefined) found.set(externalId, { id, isErased: erased_at !== null });
  }
  return found;
}

/** Enters the external ids of new players, which nobody has. Called under the project's lock. */
export async function enterNames(
  { services, db, project }: NamingContext,
  players: readonly { readonly id: string; readonly external_id: string }[],
  now: number,
): Promise<void> {
  const { envelope } = services;
  const key = (await readNamesKey(envelope, db, project)) ?? (await makeNamesKey({ envelope, db, now }, project));
  const rows = players.map(({ id, external_id }) => ({ hash: hashOf(key, external_id), player_id: id }));
  await db.execute(
    sql`INSERT INTO player_names (project_id, hash, player_id)
        SELECT ${project.id}, hash, player_id FROM jsonb_to_recordset(${jsonb(rows)}) AS made(hash text, player_id text)`,
  );
}

/** Keeps of an erased player's name only that it was erased. */
export async function markNameErased(db: Db, projectId: string, playerId: string, at: string): Promise<void> {
  await db.execute(
    sql`UPDATE player_names SET erased_at = ${at} WHERE project_id = ${projectId} AND player_id = ${playerId}`,
  );
}

function hashOf(key: KeyObject, externalId: string): string {
  return createHmac("sha256", key).update(externalId, "utf8").digest("base64url");
}
