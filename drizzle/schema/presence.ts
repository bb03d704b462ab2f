import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/**
 * Present people, a row per browser window. Its migration makes it UNLOGGED: after a crash of the database every window
 * announces itself again within ten seconds.
 */
export const presence = pgTable(
  "presence",
  {
    project_id: text("project_id").notNull(),
    user_id: text("user_id").notNull(),
    client_id: textC("client_id").notNull(),
    graph_id: text("graph_id"),
    node_id: text("node_id"),
    seen_at: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id, t.client_id] })],
);
