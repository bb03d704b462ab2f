import type { Table } from "drizzle-orm";
import type * as access from "./schema/access.ts";
import type * as billing from "./schema/billing.ts";
import type * as byok from "./schema/byok.ts";
import type * as checkpoints from "./schema/checkpoints.ts";
import type * as comments from "./schema/comments.ts";
import type * as context from "./schema/context.ts";
import type * as demo from "./schema/demo.ts";
import type * as dialogues from "./schema/dialogues.ts";
import type * as entities from "./schema/entities.ts";
import type * as envelope from "./schema/envelope.ts";
import type * as facts from "./schema/facts.ts";
import type * as generation from "./schema/generation.ts";
import type * as presence from "./schema/presence.ts";
import type * as projects from "./schema/projects.ts";
import type * as propertyKeys from "./schema/property-keys.ts";
import type * as readings from "./schema/readings.ts";
import type * as record from "./schema/record.ts";
import type * as relationships from "./schema/relationships.ts";
import type * as runs from "./schema/runs.ts";
import type * as shares from "./schema/shares.ts";
import type * as suggestions from "./schema/suggestions.ts";
import type * as usage from "./schema/usage.ts";
import type * as variables from "./schema/variables.ts";
import type * as visits from "./schema/visits.ts";
import type * as waivers from "./schema/waivers.ts";
import type * as webhooks from "./schema/webhooks.ts";
import type * as words from "./schema/words.ts";
import type * as work from "./schema/work.ts";

type Schema = typeof access &
  typeof billing &
  typeof byok &
  typeof checkpoints &
  typeof comments &
  typeof context &
  typeof demo &
  typeof dialogues &
  typeof entities &
  typeof envelope &
  typeof facts &
  typeof generation &
  typeof presence &
  typeof projects &
  typeof propertyKeys &
  typeof readings &
  typeof record &
  typeof relationships &
  typeof runs &
  typeof shares &
  typeof suggestions &
  typeof usage &
  typeof variables &
  typeof visits &
  typeof waivers &
  typeof webhooks &
  typeof words &
  typeof work;

/** Row of each table, by the table's name in SQL, with its columns as the driver answers them. */
export type TableRows = {
  [Name in keyof Schema as Schema[Name] extends Table ? Schema[Name]["_"]["name"] : never]: Schema[Name] extends Table
    ? Schema[Name]["$inferSelect"]
    : never;
};
