import { sql } from "drizzle-orm";
import { shownOpen } from "../../operation/ordinary/api-resource.ts";
import type { OpeningContext } from "../../operation/ordinary/sealing.ts";
import { textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { column, isOfPlayer, type PlayerFactState, playerFact } from "./player-fact.ts";

/** Facts of a player that are looked at, the latest first: to open so many takes some 10 ms. */
const MAX_FACTS = 1_000;

/** A fact of a player in plain words. */
export interface KnownFact {
  readonly id: string;
  readonly text: string;
  readonly contentTags: readonly string[];
  /** Sequence of its version. */
  readonly seq: number;
  /** Sequence since which it has been known. */
  readonly since: number;
}

/** Question for the facts of one player that somebody knows. */
interface AskedFacts {
  readonly playerId: string;
  readonly seq: number;
  /** The player, or the entities whose knowledge one has. */
  readonly knowers: "player" | readonly string[];
}

/**
 * Reads the facts of a player that somebody knows at a sequence, in plain words. Those that no longer open, because one of their players
 * was erased, are left out.
 */
export async function readKnownFacts(
  context: OpeningContext,
  { playerId, seq, knowers }: AskedFacts,
): Promise<KnownFact[]> {
  const isKnown = (alias: string) => {
    const of = column(alias);
    return knowers === "player"
      ? sql`${of("player_knows")}`
      : sql`jsonb_exists_any(${of("known_by")}, ${textArray(knowers)})`;
  };
  const project = context.project.id;
  const rows = await context.db.execute<{ since: number }>(
    sql`SELECT f.*, coalesce((SELECT max(b.valid_to_seq) + 1 FROM player_fact_versions b WHERE b.project_id = ${project}
            AND b.id = f.id AND b.valid_to_seq < f.valid_from_seq AND NOT ${isKnown("b")}), f.created_seq) AS since
        FROM player_fact_versions f WHERE f.project_id = ${project} AND ${holds(seq, "f")} AND ${isOfPlayer(playerId, column("f"))}
          AND ${isKnown("f")} ORDER BY f.valid_from_seq DESC, f.id LIMIT ${MAX_FACTS}`,
  );
  const versions = rows.map((row) => toVersion<PlayerFactState>(row, seq));
  const shown = await shownOpen(playerFact, context, versions);
  return shown.flatMap(({ id, text, content_tags: tags }, index): KnownFact[] => {
    if (typeof text !== "string" || !Array.isArray(tags)) return [];
    return [
      { id, text, contentTags: tags, seq: versions[index]?.valid_from_seq ?? 0, since: Number(rows[index]?.since) },
    ];
  });
}
