import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, textC } from "./columns.ts";

/** Projects with work: a row per project and kind, with the time from which looking there is worthwhile. */
export const projectWork = pgTable(
  "project_work",
  {
    project_id: text("project_id").notNull(),
    kind: textC("kind").notNull(),
    next_at: moment("next_at"),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.kind] }),
    // What has been due for longest is looked for in all projects together.
    index("project_work_age").on(t.next_at),
  ],
);
