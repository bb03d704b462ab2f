import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { preferences } from "#drizzle/schema/players.ts";
import { shownOpen } from "../../operation/ordinary/api-resource.ts";
import type { OpeningContext } from "../../operation/ordinary/sealing.ts";
import { findVersions } from "../../record/versions.ts";
import { player } from "./player.ts";

export { preferences };
export type Preferences = z.output<typeof preferences>;

/** Parts of a player that reads for the player follow. */
export interface Profile {
  readonly id: string;
  /** The entity that the player plays; null for none. */
  readonly avatarId: string | null;
  /** Preferences of the player; null where it no longer opens. */
  readonly preferences: Preferences | null;
}

/** Reads a player as they are or were at a sequence; null where there is none of that id. */
export async function readProfile(context: OpeningContext, id: string, atSeq: number | null): Promise<Profile | null> {
  return (await readProfiles(context, [id], atSeq))[0] ?? null;
}

/** Reads players as they are or were at a sequence. Those that there are not are left out. */
export async function readProfiles(
  context: OpeningContext,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Profile[]> {
  const versions = await findVersions(context.db, player.resource, context.project.id, { id: ids }, atSeq);
  const shown = await shownOpen(player, context, versions);
  return versions.map(({ id, avatar_id: avatarId }, index) => {
    const said = (shown[index] as unknown as JsonObject).preferences as Preferences | { erased: true } | undefined;
    const isErased = said === undefined || "erased" in said;
    return { id, avatarId, preferences: isErased ? null : said };
  });
}
