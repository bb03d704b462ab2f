import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { finiteNumber, flag, idOf, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { contentTags } from "./content-tags.ts";
import { externalId } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Players whom one fact may be about besides the first. */
export const MAX_ALSO_PLAYERS = 9;
/** Entities that may know one fact of a player. */
const MAX_KNOWERS = 1_000;

/** Fields of a fact of a player. */
export const playerFactFields = {
  player_id: field(idOf("ply"), { description: "The player.", writable: "never" }),
  also_players: field(z.array(externalId).max(MAX_ALSO_PLAYERS), {
    description: "Ids of other players whose data it is too: once one of them is erased, it is.",
    request:
      "Other players whose data it is too, by their ids or by external ids of yours: all their keys together seal it. They cannot change.",
    writable: "once",
    default: [],
  }),
  text: field(text({ min: 1, max: 10_000 }), { description: "The fact in words.", sealed: true, screen: "title" }),
  content_tags: field(contentTags(), {
    description: "What of its content a player may not want, such as `violence`.",
    default: [],
    sealed: true,
  }),
  confidence: field(finiteNumber({ min: 0, max: 1 }), { description: "Confidence, 0 to 1.", default: 1 }),
  known_by: field(z.array(entityRef()).max(MAX_KNOWERS), {
    description: "Entities that know it, when they are asked about the player.",
    default: [],
  }),
  player_knows: field(flag(), {
    description: "Whether the player knows it, and so reads it with a token and in a context of their own.",
    default: true,
  }),
};

/** Versions of facts of players: what they say is sealed under the keys of the players. */
export const playerFactVersions = versionTable("player_fact_versions", playerFactFields, (t) => [
  index("player_fact_versions_player").on(t.project_id, t.player_id, t.valid_from_seq),
  // Few facts are about more than one.
  index("player_fact_versions_also_players")
    .using("gin", t.project_id, sql`${t.also_players} jsonb_path_ops`)
    .where(sql`also_players <> '[]'`),
]);
