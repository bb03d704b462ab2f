import type { JsonObject } from "#domain/json.ts";
import { invalidValue, Problem } from "../kernel/problem.ts";
import { type Caller, EVERYONE, type PlayerGrant } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import type { OpenPerspective, Perspective } from "./perspective.ts";

/** Rule by which the token of a player may call an operation: how far it reaches, and what of the answer the player sees. */
export interface PlayerRule<Parts = never, Body = never> {
  /** The playthrough that a request is about, which has to be the player's. */
  readonly run?: (parts: Parts) => string | undefined;
  /** The dialogue that a request is about, which has to be among those of the token. */
  readonly dialogue?: (parts: Parts) => string;
  /** Narrows a request to the player, in place. */
  readonly narrow?: (parts: Parts, player: PlayerGrant & Pick<Caller, "readsAs">) => void;
  /** Returns the answer without what the player may not know; it is answered whole where there is none. */
  readonly show?: (body: Body, sight: Perspective) => Body;
}

/** Owners of playthroughs, by which a rule is kept. */
interface Owners {
  ownerOf(db: Db, projectId: string, runId: string): Promise<string | null>;
}

/**
 * Checks that a request of a player's token stays within it, and narrows it to the player.
 *
 * @throws {@link Problem} `not_found` for a playthrough of somebody else and a dialogue that the token does not open, as for what is not there.
 */
export async function requireOfPlayer(
  { run, dialogue, narrow }: PlayerRule,
  { player, readsAs }: { readonly player: PlayerGrant; readonly readsAs: string | null },
  { db, playthroughs, parts }: { readonly db: Db; readonly playthroughs: Owners; readonly parts: unknown },
): Promise<void> {
  const asked = parts as never;
  if (dialogue !== undefined && player.dialogues?.includes(dialogue(asked)) === false) throw new Problem("not_found");
  const runId = run?.(asked);
  if (runId !== undefined && (await playthroughs.ownerOf(db, player.projectId, runId)) !== player.id) {
    throw new Problem("not_found");
  }
  narrow?.(asked, { ...player, readsAs });
}

/**
 * Refuses fields that are for whoever runs the game.
 *
 * @throws {@link ValidationProblem} naming the first of them that was sent.
 */
export function refuseFields(sent: unknown, fields: readonly string[]): void {
  if (typeof sent !== "object" || sent === null) return;
  const field = fields.find((name) => Object.hasOwn(sent, name));
  if (field === undefined) return;
  throw invalidValue(["body", field], "the token of a player does not set this", (sent as JsonObject)[field] ?? null);
}

/** Opens the eyes of a player: those of the avatar, or of everyone where there is none. They see the present's secrets at every sequence. */
export async function sightOf(
  openPerspective: OpenPerspective,
  db: Db,
  { player, readsAs }: { readonly player: PlayerGrant; readonly readsAs: string | null },
): Promise<Perspective> {
  return openPerspective(db, { projectId: player.projectId, atSeq: null, as: readsAs ?? EVERYONE });
}
