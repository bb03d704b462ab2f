import { type ParticipantKind, type ParticipantState, participantMoves } from "#domain/conversation.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { npc } from "../npcs/public.ts";
import { playersByName, readProfile } from "../players/public.ts";
import { addEntry } from "./entries.ts";
import { type LockedConversation, lockConversation, setTurn } from "./head.ts";
import {
  addParticipant,
  type ParticipantRow,
  type Participants,
  readParticipants,
  setState,
  showParticipant,
} from "./participants.ts";
import { MAX_PARTICIPANTS, type Participant } from "./schemas.ts";

/** Newcomer to a conversation, as found in the project. */
export interface Newcomer {
  readonly kind: ParticipantKind;
  readonly playerId: string | null;
  readonly npcId: string | null;
  /** Name; null for one made of the place. */
  readonly name: string | null;
}

/** Change of who takes part. */
export interface ParticipantChange {
  /** The participant, by id or by who it is. */
  readonly who: { readonly id: string } | Newcomer;
  readonly to: ParticipantState;
  readonly by: "host" | "self";
}

/** Outcome of a change of who takes part. */
export interface ChangedParticipant {
  readonly participant: Participant;
  readonly isNew: boolean;
}

/**
 * Finds who is to take part.
 *
 * @throws ValidationProblem at `player_id` or `npc_id`; {@link Problem} `player_erased`.
 */
export async function findNewcomer(
  { services, project, response }: ProjectCallContext,
  {
    kind,
    player_id,
    npc_id,
    name,
  }: { kind: ParticipantKind; player_id?: string | undefined; npc_id?: string | undefined; name?: string | undefined },
): Promise<Newcomer> {
  const db = services.database.reads;
  const entityName = async (id: string | null) =>
    id === null ? null : ((await findVersion(db, entityResource, project.id, id, null))?.name.slice(0, 100) ?? null);
  if (kind === "npc") {
    if (player_id !== undefined) throw invalidValue(["body", "player_id"], "an npc is no player", player_id);
    const found = npc_id === undefined ? null : await findVersion(db, npc.resource, project.id, npc_id, null);
    if (found === null) throw invalidValue(["body", "npc_id"], "no such npc in this project", npc_id ?? null);
    return { kind, playerId: null, npcId: found.id, name: name ?? (await entityName(found.entity_id)) };
  }
  if (npc_id !== undefined) throw invalidValue(["body", "npc_id"], "is for npcs alone", npc_id);
  if (player_id === undefined) {
    if (kind === "player") throw invalidValue(["body", "player_id"], "is required for a player", null);
    return { kind, playerId: null, npcId: null, name: name ?? null };
  }
  const found = (await playersByName({ services, db, project }, [player_id])).get(player_id);
  if (found === undefined) throw invalidValue(["body", "player_id"], "no such player in this project", player_id);
  if (found.isErased) throw new Problem("player_erased", { detail: { player_id: found.id } });
  const profile = name === undefined ? await readProfile({ services, db, project, response }, found.id, null) : null;
  return { kind, playerId: found.id, npcId: null, name: name ?? (await entityName(profile?.avatarId ?? null)) };
}

/**
 * Adds a participant to a conversation, or brings one into another state.
 *
 * @throws {@link Problem} `not_found`, `conversation_state`, `wrong_state`, `player_erased`.
 */
export async function changeParticipant(
  context: ProjectCallContext,
  conversationId: string,
  change: ParticipantChange,
): Promise<ChangedParticipant> {
  const { services, project } = context;
  const place = { projectId: project.id, conversationId };
  const changed = await services.database.writes.transaction("write", async (db) => {
    const locked = await lockConversation(db, place);
    const participants = await readParticipants(db, place);
    const before = findIn(participants, change);
    requireMove(locked, before, change);
    const made = before?.state === change.to ? null : await make(context, db, locked, participants, before, change);
    const row = made ?? (before as ParticipantRow);
    const keys = await services.playerKeys.read(db, project, row.player_id === null ? [] : [row.player_id]);
    const to = context.caller.player === null ? "host" : { place: row.place };
    return { participant: showParticipant(keys, row, to), isNew: before === null, isChanged: made !== null };
  });
  if (changed.isChanged) services.live.conversations.added(place);
  return changed;
}

/** Finds whom a change is about; null for somebody who takes no part yet. */
function findIn(participants: Participants, { who, by }: ParticipantChange): ParticipantRow | null {
  if ("id" in who) {
    const found = participants.of(who.id);
    if (found === null) throw new Problem("not_found");
    return found;
  }
  const found =
    who.playerId !== null
      ? participants.ofPlayer(who.playerId)
      : who.npcId === null
        ? null
        : (participants.all.find((each) => each.npc_id === who.npcId) ?? null);
  // To whoever was sent away the conversation is not there.
  if (by === "self" && (found?.state === "removed" || found?.state === "banned")) throw new Problem("not_found");
  return found;
}

/**
 * Refuses a change that this caller may not make.
 *
 * @throws {@link Problem} `not_found`, `conversation_state`, `wrong_state`.
 */
function requireMove(
  { version }: LockedConversation,
  before: ParticipantRow | null,
  { to, by }: ParticipantChange,
): void {
  const { status, entry } = version;
  if (before === null && by === "self" && entry !== "players") throw new Problem("not_found");
  if (before?.state === to) return;
  const isClosed = status === "ended" || status === "archived";
  if (isClosed && (to === "joined" || to === "invited")) {
    throw new Problem("conversation_state", { detail: { reason: "closed" } });
  }
  if (before === null) return;
  const allowed = participantMoves(before.state, { by, entry });
  if (!allowed.includes(to)) {
    const message = `The participant is ${before.state}, and cannot become ${to}.`;
    throw new Problem("wrong_state", { message, detail: { state: before.state, allowed: [...allowed] } });
  }
}

/** Makes or changes a participant, and adds an entry that says so. */
async function make(
  { services, project }: ProjectCallContext,
  db: Db,
  { version, lastNumber, turn }: LockedConversation,
  participants: Participants,
  before: ParticipantRow | null,
  { who, to }: ParticipantChange,
): Promise<ParticipantRow> {
  const now = services.clock.now();
  const place = { projectId: project.id, conversationId: version.id };
  let row: ParticipantRow;
  if (before !== null) row = await setState(db, before, to, now);
  else {
    if ("id" in who) throw new Error("a participant who is named by id was found");
    if (participants.all.length >= MAX_PARTICIPANTS) {
      throw new Problem("conversation_state", { detail: { reason: "too_many_participants" } });
    }
    const at = participants.all.length + 1;
    const name = who.name ?? (who.kind === "gm" ? "Game master" : `Player ${at}`);
    row = await addParticipant({ services, db, project }, version.id, { ...who, place: at, name, state: to });
  }
  if (turn === row.place && to !== "joined") await setTurn(db, place, null);
  const others = participants.joined.filter((each) => each !== row.place);
  await addEntry(db, place, lastNumber + 1, {
    kind: "participant",
    data: { place: row.place, state: to },
    audience: [...others, row.place].sort((a, b) => a - b),
    at: now,
  });
  return row;
}
