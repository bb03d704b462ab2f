import { sql } from "drizzle-orm";
import type { z } from "zod";
import { STAGE_KEY, STATE_KEY } from "#domain/quest.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../../record/list/keyset.ts";
import { findVersionsAt, holds } from "../../record/versions.ts";
import { nodeResource, quest } from "../dialogues/public.ts";
import { showQuest } from "./quests.ts";
import type { PlayerSave, QuestOfPlayer } from "./schemas.ts";

/** The player whose playthroughs are asked for. */
interface OfPlayer {
  readonly projectId: string;
  readonly playerId: string;
}

/** The playthroughs of a player, with where they stand. */
const played = ({ projectId, playerId }: OfPlayer) =>
  sql`FROM run_versions v JOIN run_standings r ON v.project_id = ${projectId} AND v.player_id = ${playerId} AND ${holds(null, "v")}
        AND r.project_id = ${projectId} AND r.run_id = v.id`;

/** A quest of a player with the entries of a state that say where it stands, in a playthrough or, where that is null, for the player. */
interface MetQuest {
  readonly [column: string]: unknown;
  readonly run_id: string | null;
  readonly created_seq: number;
  readonly graph_id: string | null;
  readonly status: "open" | "ended" | null;
  readonly base_seq: number | null;
  readonly step: number | null;
  readonly quest_id: string;
  readonly world: readonly WorldChange[];
}

/** Order of the quests of a player: the player's own, then those of the playthrough that began last. */
export const LAST_BEGUN: KeysetOrder = {
  keys: { created_seq: sql`q.created_seq`, quest_id: sql`q.quest_id` },
  order: "desc",
};

/** Entries of a state that say where the own quest of a player stands. */
const ownWorld = sql`jsonb_build_array(
  jsonb_build_object('what', 'quest', 'entity', o.quest_id, 'key', ${STATE_KEY}::text, 'value', o.state),
  jsonb_build_object('what', 'quest', 'entity', o.quest_id, 'key', ${STAGE_KEY}::text, 'value', o.stage))`;

/**
 * Reads one page of the quests of a player: their own, and those that playthroughs came to. The state that is written last says where
 * these stand, for a step that moves a quest writes it: no story is read.
 *
 * @param of.without ids of quests that are left out.
 */
export function readMetQuests(
  db: Db,
  { without, ...of }: OfPlayer & { readonly without: readonly string[] },
  { behind, tail }: KeysetPage,
): Promise<MetQuest[]> {
  return db.execute<MetQuest>(
    sql`SELECT q.* FROM (
          SELECT v.id AS run_id, v.created_seq, v.graph_id, v.status, r.base_seq, r.step, m.quest_id, m.world ${played(of)}
            CROSS JOIN LATERAL (SELECT c->>'entity' AS quest_id, jsonb_agg(c) AS world
              FROM jsonb_array_elements(coalesce(r.state->'world', '[]')) c WHERE c->>'what' = 'quest' GROUP BY 1) m
          UNION ALL SELECT NULL, ${sql.raw(String(CURRENT))}, NULL, NULL, NULL, NULL, o.quest_id, ${ownWorld}
            FROM player_quests o WHERE o.project_id = ${of.projectId} AND o.player_id = ${of.playerId}) q
        WHERE q.quest_id <> ALL(${textArray(without)}) AND ${behind} ${tail}`,
  );
}

/** Returns quests with their words, as they were at the sequences that are played, or are now; what is not there is left out. */
export async function showMetQuests(
  db: Db,
  projectId: string,
  rows: readonly MetQuest[],
): Promise<z.input<typeof QuestOfPlayer>[]> {
  const at = ({ quest_id: id, base_seq }: MetQuest) => ({ id, seq: base_seq ?? CURRENT });
  const versionAt = await findVersionsAt(db, quest.resource, projectId, rows.map(at));
  return rows.flatMap((row) => {
    const version = versionAt(at(row));
    if (version === undefined) return [];
    const { run_id, step, world, graph_id, base_seq, status } = row;
    const whole = showQuest({ run_id: run_id ?? "", step: step ?? 0, state: { world } }, version);
    // Objectives are counted in playthroughs alone: a 0 would say that nothing was done.
    const shown = run_id === null ? { ...whole, objectives: [] } : whole;
    return [{ ...shown, run_id, run_step: step, graph_id, base_seq, status }];
  });
}

/** A save of a playthrough with the card that it stands at. */
interface KeptSave extends Columns<"run_saves", "id" | "run_id" | "label" | "step" | "made_at"> {
  readonly [column: string]: unknown;
  readonly graph_id: string;
  readonly base_seq: number;
  readonly card_graph: string | null;
  readonly card: string | null;
}

/** Order of the saves of a player. */
export const LAST_SAVED: KeysetOrder = {
  keys: { made_at: sql`s.made_at`, run_id: sql`s.run_id`, id: sql`s.id` },
  order: "desc",
};

/** Reads one page of the saves of a player's playthroughs. */
export function readSavesOf(db: Db, of: OfPlayer, { behind, tail }: KeysetPage): Promise<KeptSave[]> {
  return db.execute<KeptSave>(
    sql`SELECT s.id, s.run_id, s.label, s.step, s.made_at, v.graph_id, r.base_seq, s.graph_id AS card_graph, s.node_id AS card
        ${played(of)} JOIN run_saves s ON s.project_id = r.project_id AND s.run_id = r.run_id WHERE ${behind} ${tail}`,
  );
}

/** Characters of a card's text that tell it from others. */
const FIRST_CHARACTERS = 200;

/** Returns saves with the cards that they stand at, as these were at the sequences that are played. */
export async function showSavesOf(
  db: Db,
  projectId: string,
  rows: readonly KeptSave[],
): Promise<z.input<typeof PlayerSave>[]> {
  const at = ({ card, base_seq }: KeptSave) => ({ id: card ?? "", seq: Number(base_seq) });
  const wanted = rows.filter(({ card }) => card !== null).map(at);
  const versionAt = await findVersionsAt(db, nodeResource, projectId, wanted);
  return rows.map((row) => {
    const node = versionAt(at(row));
    const { id, run_id, label, step, made_at, graph_id, base_seq } = row;
    return {
      ...{ id, run_id, label, step, graph_id, base_seq },
      created_at: isoMoment(made_at),
      node:
        node === undefined
          ? null
          : {
              ...{ graph_id: node.graph_id, id: node.id, kind: node.kind, title: node.title },
              text: Array.from(node.text).slice(0, FIRST_CHARACTERS).join(""),
            },
    };
  });
}
