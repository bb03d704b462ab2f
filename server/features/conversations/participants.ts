import { sql } from "drizzle-orm";
import { type ParticipantKind, type ParticipantState, READING_STATES } from "#domain/conversation.ts";
import { type KeysOfPlayers, openField, sealField } from "../../envelope/sealed-field.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectRef, Services } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { ConversationPlace } from "./head.ts";
import type { Participant } from "./schemas.ts";

type TableRow = Columns<
  "conversation_participants",
  "project_id" | "conversation_id" | "place" | "id" | "kind" | "player_id" | "npc_id" | "name" | "state" | "changed_at"
>;

/** A participant as it is kept. */
export type ParticipantRow = Omit<TableRow, "kind" | "state"> & {
  readonly kind: ParticipantKind;
  readonly state: ParticipantState;
};

/** Participants of a conversation, by their ids and places. */
export class Participants {
  readonly all: readonly ParticipantRow[];
  readonly #byPlace: ReadonlyMap<number, ParticipantRow>;
  readonly #byId: ReadonlyMap<string, ParticipantRow>;

  constructor(all: readonly ParticipantRow[]) {
    this.all = all;
    this.#byPlace = new Map(all.map((each) => [each.place, each]));
    this.#byId = new Map(all.map((each) => [each.id, each]));
  }

  at(place: number): ParticipantRow | null {
    return this.#byPlace.get(place) ?? null;
  }

  of(id: string): ParticipantRow | null {
    return this.#byId.get(id) ?? null;
  }

  /** Returns the participant of a player; null for who is none. */
  ofPlayer(playerId: string): ParticipantRow | null {
    return this.all.find((each) => each.player_id === playerId) ?? null;
  }

  /** Returns the places of all who have joined, in order. */
  get joined(): readonly number[] {
    return this.all.filter(({ state }) => state === "joined").map(({ place }) => place);
  }

  /** Returns the ids of participants at places. */
  ids(places: readonly number[]): string[] {
    return places.flatMap((place) => this.#byPlace.get(place)?.id ?? []);
  }

  /** Returns the players among them, each once. */
  get players(): string[] {
    return [...new Set(this.all.flatMap(({ player_id: id }) => id ?? []))];
  }
}

/** Reads the participants of a conversation, in the order in which they came. */
export async function readParticipants(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
): Promise<Participants> {
  const rows = await db.execute<ParticipantRow & Record<string, unknown>>({
    text: "SELECT * FROM conversation_participants WHERE project_id = $1 AND conversation_id = $2 ORDER BY place",
    values: [projectId, conversationId],
  });
  return new Participants(rows);
}

/** Condition of participants who may read what they heard. */
export const mayRead = sql.raw(`p.state IN (${READING_STATES.map((state) => `'${state}'`).join(", ")})`);

/** A name that opens, or that it is gone with its player. */
export type OpenName = Participant["name"];

/** Opens the name of a participant. */
export function nameOf(keys: KeysOfPlayers, { project_id, id, player_id, name }: ParticipantRow): OpenName {
  if (name === null) return { erased: true };
  if (player_id === null) return name;
  if (!keys.has(player_id)) return { erased: true };
  return String(openField(keys, { projectId: project_id, subjectId: id, field: "name" }, name));
}

/** Shows a participant; to participants others are known without their players. */
export function showParticipant(keys: KeysOfPlayers, row: ParticipantRow, to: "host" | { place: number }): Participant {
  const isOwn = to === "host" || to.place === row.place;
  const { id, conversation_id, kind, npc_id, state } = row;
  return {
    ...{ id, conversation_id, kind, npc_id, state },
    player_id: isOwn ? row.player_id : null,
    name: nameOf(keys, row),
    changed_at: isoMoment(row.changed_at),
  };
}

/** A participant to add. */
export interface NewParticipant {
  readonly place: number;
  readonly kind: ParticipantKind;
  readonly playerId: string | null;
  readonly npcId: string | null;
  readonly name: string;
  readonly state: ParticipantState;
}

/**
 * Adds a participant to a conversation that is locked. The name of a player is sealed under the player's key.
 *
 * @throws {@link Problem} `player_erased`.
 */
export async function addParticipant(
  { services, db, project }: { services: Pick<Services, "playerKeys" | "clock">; db: Db; project: ProjectRef },
  conversationId: string,
  { place, kind, playerId, npcId, name, state }: NewParticipant,
): Promise<ParticipantRow> {
  const now = services.clock.now();
  const id = newId(ID_PREFIXES.conversation_participant, now);
  let kept: string = name;
  if (playerId !== null) {
    const keys = await services.playerKeys.read(db, project, [playerId]);
    if (!keys.has(playerId)) throw new Problem("player_erased", { detail: { player_id: playerId } });
    kept = sealField(keys, [playerId], { projectId: project.id, subjectId: id, field: "name" }, name);
  }
  const row: ParticipantRow = {
    project_id: project.id,
    conversation_id: conversationId,
    place,
    id,
    kind,
    player_id: playerId,
    npc_id: npcId,
    name: kept,
    state,
    changed_at: new Date(now).toISOString(),
  };
  await db.execute(
    sql`INSERT INTO conversation_participants (project_id, conversation_id, place, id, kind, player_id, npc_id, name, state, changed_at)
        VALUES (${row.project_id}, ${row.conversation_id}, ${place}::int, ${id}, ${kind}, ${playerId}, ${npcId}, ${kept}, ${state}, ${row.changed_at}::timestamptz)`,
  );
  return row;
}

/** Brings a participant into another state. */
export async function setState(
  db: Db,
  row: ParticipantRow,
  state: ParticipantState,
  now: number,
): Promise<ParticipantRow> {
  const changed_at = new Date(now).toISOString();
  await db.execute(
    sql`UPDATE conversation_participants SET state = ${state}, changed_at = ${changed_at}::timestamptz
        WHERE project_id = ${row.project_id} AND conversation_id = ${row.conversation_id} AND place = ${row.place}::int`,
  );
  return { ...row, state, changed_at };
}
