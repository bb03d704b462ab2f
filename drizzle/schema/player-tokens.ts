import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Tokens with which players play. They are no project state, and are found without a project: a token names none. Only the SHA-256 of
 * one is kept.
 */
export const playerTokens = pgTable(
  "player_tokens",
  {
    /** SHA-256 in hexadecimal. */
    hash: textC("hash").primaryKey(),
    id: textC("id").notNull(),
    of_project: text("of_project").notNull(),
    player_id: textC("player_id").notNull(),
    /** Last four characters, by which people tell tokens apart. */
    last4: text("last4").notNull(),
    /** Dialogues that it plays; null for all. */
    dialogues: text("dialogues").array(),
    messages_per_minute: integer("messages_per_minute").notNull(),
    /** Tokens of models that its player may use; null for no limit but the keys'. */
    units: integer("units"),
    /** Tokens of models that were used or set aside with it. */
    units_used: integer("units_used").notNull().default(0),
    /** The key that asked for it, whose revocation ends it; null for people. */
    key_id: textC("key_id"),
    created_by: text("created_by").notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
    revoked_at: moment("revoked_at"),
  },
  (t) => [
    index("player_tokens_player").on(t.of_project, t.player_id, t.created_at, t.id),
    index("player_tokens_age").on(t.expires_at),
  ],
);
