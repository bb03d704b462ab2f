import { type SQL, sql } from "drizzle-orm";
import { playerFactFields, playerFactVersions } from "#drizzle/schema/player-facts.ts";
import type { StateOf } from "../../kernel/field.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { entityResource } from "../entities/public.ts";

export type PlayerFactState = StateOf<typeof playerFactFields>;

/** One thing that holds about a player, or that a player knows. What it says is sealed under the keys of all its players. */
export const playerFact = recorded({
  type: "player_fact",
  one: "fact of a player",
  many: "facts of players",
  plural: "facts",
  path: "/v1/projects/{project_id}/player-facts",
  table: playerFactVersions,
  fields: playerFactFields,
  bodyName: "PlayerFactCreate",
  sealedFor: playersOfFact,
  example: {
    state: { player_id: "ply_01k9hq3xg1r7m4k2vn5te8y6cb", known_by: ["ent_01k9hq3v5e0w8q2n6yc4rk1m7t"] },
    edits: { updated: { player_knows: false } },
  },
  invariants: async (record, changes) => {
    const fresh = changes.flatMap(({ before, after, isKept, loc }) => {
      if (after === null || isKept) return [];
      const known = new Set(before?.known_by);
      return after.known_by.flatMap((id, index) => (known.has(id) ? [] : [{ id, loc: [...loc, "known_by", index] }]));
    });
    if (fresh.length === 0) return;
    const found = await record.load(
      entityResource,
      fresh.map(({ id }) => id),
    );
    const missing = fresh.filter(({ id }) => !found.has(id));
    if (missing.length === 0) return;
    throw new ValidationProblem(
      missing.map(({ id, loc }) => ({ ...itemAt(loc, valueError("no such entity in this project")), input: id })),
    );
  },
});

/** Returns the players whose data a fact is. */
export function playersOfFact({
  player_id,
  also_players,
}: Pick<PlayerFactState, "player_id" | "also_players">): string[] {
  return [player_id, ...also_players];
}

/** Returns the columns of facts of players under an alias. */
export const column =
  (alias: string) =>
  (name: string): SQL =>
    sql`${sql.identifier(alias)}.${sql.identifier(name)}`;

/** Whether a fact is one of a player, alone or with others. */
export function isOfPlayer(playerId: string, of: (name: string) => SQL): SQL {
  const others = of("also_players");
  return sql`(${of("player_id")} = ${playerId} OR (${others} <> '[]' AND ${others} @> jsonb_build_array(${playerId}::text)))`;
}
