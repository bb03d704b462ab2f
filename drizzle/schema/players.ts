import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { languageTag, singleLine, timeZone } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent, moment, seq, textC } from "./columns.ts";
import { externalId } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Words of content that a player does not want, or wants only hinted at. */
const MAX_LIMITS = 50;

const contentWords = (description: string) =>
  z
    .array(singleLine({ min: 1, max: 100 }))
    .max(MAX_LIMITS)
    .optional()
    .meta({ description });

/** Preferences of a player, which games and generations follow. What is absent or null was not said. */
export const preferences = z.strictObject({
  content_limits: z
    .strictObject({
      lines: contentWords("Content that must not appear at all, a few words each."),
      veils: contentWords("Content that may happen, but is not described."),
    })
    .nullable()
    .optional()
    .meta({ description: "Content that the player does not want." }),
  language: languageTag().nullable().optional().meta({ description: "Language of texts and speech (BCP 47)." }),
  time_zone: timeZone().nullable().optional().meta({ description: "Time zone by its IANA name." }),
  accessibility: z
    .strictObject({
      text_size: z.enum(["normal", "large", "larger"]).optional().meta({ description: "Size of texts." }),
      reduced_motion: z.boolean().optional().meta({ description: "Whether motion is kept to what is needed." }),
      high_contrast: z.boolean().optional().meta({ description: "Whether contrasts are raised." }),
      captions: z.boolean().optional().meta({ description: "Whether speech is captioned." }),
      screen_reader: z.boolean().optional().meta({ description: "Whether texts are read by a screen reader." }),
    })
    .nullable()
    .optional()
    .meta({ description: "What the player needs to play." }),
});

/** Fields of a player. */
export const playerFields = {
  external_id: field(externalId, {
    description: "Your own stable identifier of the player. It cannot change.",
    writable: "once",
    sealed: true,
    label: "Player id",
    screen: "title",
  }),
  display_name: field(singleLine({ min: 1, max: 200 }).nullable(), {
    description: "Name that others see; null for none.",
    default: null,
    sealed: true,
    screen: "column",
  }),
  avatar_id: field(entityRef().nullable(), {
    description: "The entity that the player plays; null for none.",
    label: "Avatar",
    default: null,
    filter: "Only players with this avatar.",
    mentions: "entity",
  }),
  locale: field(languageTag().nullable(), {
    description: "Language and region of the player (BCP 47); null if not known.",
    default: null,
    sealed: true,
  }),
  preferences: field(preferences, {
    description: "What the player prefers and needs.",
    default: {},
    sealed: true,
  }),
  erased_at: field(z.iso.datetime().nullable(), {
    description: "Time of the erasure, UTC; null for a player who was not erased.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of players. What is personal in them is sealed under the player's key. */
export const playerVersions = versionTable("player_versions", playerFields, (t) => [
  index("player_versions_avatar").on(t.project_id, t.avatar_id, t.created_seq).where(isCurrent),
]);

/** Keys of players, sealed under the workspace's data key. A player whose key is deleted is erased, in every version of the record. */
export const playerKeys = pgTable(
  "player_keys",
  {
    project_id: text("project_id").notNull(),
    player_id: textC("player_id").notNull(),
    sealed: text("sealed").notNull(),
    created_at: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.player_id] })],
);

/**
 * Players by a keyed hash of their external ids, by which they are found. The row of an erased player stays, so that the same external
 * id is known again and refused.
 */
export const playerNames = pgTable(
  "player_names",
  {
    project_id: text("project_id").notNull(),
    /** HMAC-SHA-256 of the external id under the project's key of names, base64url. */
    hash: textC("hash").notNull(),
    player_id: textC("player_id").notNull(),
    erased_at: moment("erased_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.hash] }), index("player_names_player").on(t.project_id, t.player_id)],
);

/** Keys under which the external ids of a project's players are hashed, sealed as those of players are. */
export const playerNameKeys = pgTable("player_name_keys", {
  project_id: text("project_id").primaryKey(),
  sealed: text("sealed").notNull(),
  created_at: moment("created_at").notNull(),
});

/** The last export of each player. Its file is given up by an erasure, and after a day. */
export const playerExports = pgTable(
  "player_exports",
  {
    project_id: text("project_id").notNull(),
    player_id: textC("player_id").notNull(),
    job_id: textC("job_id").notNull(),
    status: text("status").notNull(),
    /** Sequence of the record that it shows; null before it is read. */
    seq: seq("seq"),
    /** SHA-256 of the file; null before it is made. */
    sha256: textC("sha256"),
    error: text("error"),
    requested_at: moment("requested_at").notNull(),
    completed_at: moment("completed_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.player_id] })],
);
