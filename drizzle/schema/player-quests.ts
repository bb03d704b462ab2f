import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/** Standings of quests of players themselves, in no playthrough: what carried quests begin with in a new one. */
export const playerQuests = pgTable(
  "player_quests",
  {
    project_id: text("project_id").notNull(),
    player_id: textC("player_id").notNull(),
    quest_id: textC("quest_id").notNull(),
    state: text("state").notNull(),
    /** The stage that it is in, or ended in; null before the first. */
    stage: text("stage"),
    moved_at: moment("moved_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.player_id, t.quest_id] })],
);
