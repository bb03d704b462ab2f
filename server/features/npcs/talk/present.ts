import type { MemoryPolicy } from "#drizzle/schema/npcs.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import type { Caller } from "../../../kernel/scope.ts";
import type { ProjectCallContext, Services } from "../../../operation/context.ts";
import { sightOf } from "../../../operation/player-rule.ts";
import type { RunMemory } from "../../../operation/run-memory.ts";
import type { Version } from "../../../record/resource.ts";
import { findVersion, findVersions } from "../../../record/versions.ts";
import { namedEntities, openRun, requireSeq } from "../../context/public.ts";
import { type EntityState, entityResource } from "../../entities/public.ts";
import { propertiesInRun, type TalkInRun, talkInRun } from "../../runs/public.ts";
import { type CharacterOfNpc, memoryOfNpc, type NpcVersion, npc, projectOfNpc, requireActive } from "../npc.ts";
import type { Hearers } from "./hearers.ts";
import type { TalkBody } from "./schemas.ts";
import { findPlayer, type SpeakingPlayer } from "./speaking-player.ts";

/** An npc at the place where it is talked to. */
export interface Present {
  readonly npc: NpcVersion;
  readonly character: CharacterOfNpc;
  /** Entity that speaks to it, without a name where a secret keeps the entity from the npc; null for nobody known. */
  readonly speaker: { readonly id: string; readonly name: string | null } | null;
  /** Player who speaks; null for nobody known. */
  readonly player: SpeakingPlayer | null;
  readonly run: RunMemory | null;
  readonly seq: number;
  /** Talk of a dialogue with it, at which the playthrough stands; null for none. */
  readonly talk: TalkInRun | null;
  /** Treatment of what is said to it. */
  readonly memory: MemoryPolicy;
}

/**
 * Finds an npc where it is talked to: at a sequence, in a playthrough or in neither.
 *
 * @throws {@link Problem} `not_found`, `npc_unavailable`, `player_erased`.
 * @throws ValidationProblem naming `run`, `at_seq`, `player_id`, `speaker_id` or a place in `present`.
 */
export async function findPresent(
  context: ProjectCallContext,
  npcId: string,
  body: TalkBody,
  { isIntroduced }: Pick<Hearers, "isIntroduced">,
): Promise<Present> {
  const { services, project, caller } = context;
  const { reads } = services.database;
  const run = body.run === undefined ? null : await openRun(services, project.id, body.run);
  const seq = requireSeq(body.at_seq ?? run?.seq, project.lastSeq);
  const version = await findVersion(reads, npc.resource, project.id, npcId, seq);
  if (version === null) throw new Problem("not_found");
  const player = await findPlayer(context, body.player_id);
  const speakerId = body.speaker_id ?? player?.avatarId ?? null;
  const named = [version.entity_id, ...(speakerId === null ? [] : [speakerId]), ...body.present];
  const [entities, owner] = await Promise.all([
    findVersions(reads, entityResource, project.id, { id: named }, seq),
    projectOfNpc(reads, project.id, seq),
  ]);
  const entityOf = new Map(entities.map((each) => [each.id, each]));
  const seen = await asPlayed(context, run, entityOf.get(version.entity_id) ?? null);
  if (seen !== null && !isIntroduced && !(await isKnownTo(services, caller, seen))) throw new Problem("not_found");
  const character = requireActive(version, seen);
  requireThere(entityOf, body);
  const speaker = speakerId !== null && entityOf.has(speakerId) ? speakerId : null;
  const eyes = { seq, as: version.entity_id };
  const known = speaker === null ? null : await namedEntities(reads, project.id, eyes, [speaker]);
  const memory = memoryOfNpc(version, owner);
  const talk = run === null ? null : await talkInRun(reads, project.id, run.id);
  const own = talk?.entity_id === version.entity_id ? talk : null;
  return {
    ...{ npc: version, character, player, run, seq, memory, talk: own },
    speaker: speaker === null ? null : { id: speaker, name: known?.get(speaker)?.name ?? null },
  };
}

/** Returns a character with what a playthrough has changed of it: it may have died there. */
async function asPlayed(
  { services, project }: ProjectCallContext,
  run: Pick<RunMemory, "id"> | null,
  character: Version<EntityState> | null,
): Promise<Version<EntityState> | null> {
  if (run === null || character === null) return character;
  const changed = await propertiesInRun(services.database.reads, project.id, run.id, character.id);
  return { ...character, properties: { ...character.properties, ...changed } };
}

/** Whether a caller may know of a character: for the token of a player, one that a secret covers is not there. */
async function isKnownTo(
  { database, openPerspective }: Services,
  { player, readsAs }: Caller,
  character: Version<EntityState>,
): Promise<boolean> {
  if (player === null) return true;
  const sight = await database.reads.transaction("snapshot", (db) => sightOf(openPerspective, db, { player, readsAs }));
  return sight.seen(entityResource, character) !== null;
}

/** Refuses somebody who speaks or hears and is not there. */
function requireThere(entities: ReadonlyMap<string, unknown>, { speaker_id, present }: TalkBody): void {
  const named = [
    ...(speaker_id === undefined ? [] : [{ id: speaker_id, loc: ["body", "speaker_id"] }]),
    ...present.map((id, index) => ({ id, loc: ["body", "present", index] })),
  ];
  const missing = named.find(({ id }) => !entities.has(id));
  if (missing !== undefined) throw invalidValue(missing.loc, "no such entity in this project", missing.id);
}
