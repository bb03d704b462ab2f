import { index, jsonb, pgTable } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/** Conversations of the public demo: what was asked, in its order. They last an hour and belong to nobody. */
export const demoSessions = pgTable(
  "demo_sessions",
  {
    session_id: textC("session_id").primaryKey(),
    questions: jsonb("questions").$type<{ text: string; at: string }[]>().notNull(),
    created_at: moment("created_at").notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (t) => [index("demo_sessions_age").on(t.expires_at)],
);
