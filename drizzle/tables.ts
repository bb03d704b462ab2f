import { is, type Table } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as access from "./schema/access.ts";
import * as artifacts from "./schema/artifacts.ts";
import * as billing from "./schema/billing.ts";
import * as byok from "./schema/byok.ts";
import * as canon from "./schema/canon.ts";
import * as chapters from "./schema/chapters.ts";
import * as checkpoints from "./schema/checkpoints.ts";
import * as comments from "./schema/comments.ts";
import * as context from "./schema/context.ts";
import * as conversations from "./schema/conversations.ts";
import * as demo from "./schema/demo.ts";
import * as dialogues from "./schema/dialogues.ts";
import * as entities from "./schema/entities.ts";
import * as envelope from "./schema/envelope.ts";
import * as facts from "./schema/facts.ts";
import * as feedback from "./schema/feedback.ts";
import * as generation from "./schema/generation.ts";
import * as ideas from "./schema/ideas.ts";
import * as images from "./schema/images.ts";
import * as links from "./schema/links.ts";
import * as npcs from "./schema/npcs.ts";
import * as playerEvents from "./schema/player-events.ts";
import * as playerFacts from "./schema/player-facts.ts";
import * as playerQuests from "./schema/player-quests.ts";
import * as playerTokens from "./schema/player-tokens.ts";
import * as players from "./schema/players.ts";
import * as predicates from "./schema/predicates.ts";
import * as presence from "./schema/presence.ts";
import * as projects from "./schema/projects.ts";
import * as propertyKeys from "./schema/property-keys.ts";
import * as quests from "./schema/quests.ts";
import * as readings from "./schema/readings.ts";
import * as record from "./schema/record.ts";
import * as relationships from "./schema/relationships.ts";
import * as runs from "./schema/runs.ts";
import * as seeds from "./schema/seeds.ts";
import * as shares from "./schema/shares.ts";
import * as storyBible from "./schema/story-bible.ts";
import * as styleWords from "./schema/style-words.ts";
import * as suggestions from "./schema/suggestions.ts";
import * as templates from "./schema/templates.ts";
import * as usage from "./schema/usage.ts";
import * as variables from "./schema/variables.ts";
import * as views from "./schema/views.ts";
import * as visits from "./schema/visits.ts";
import * as voiceLines from "./schema/voice-lines.ts";
import * as waivers from "./schema/waivers.ts";
import * as webhooks from "./schema/webhooks.ts";
import * as words from "./schema/words.ts";
import * as work from "./schema/work.ts";

/** Declarations of all tables, by the files that they lie in. */
const MODULES = [
  access,
  artifacts,
  billing,
  byok,
  canon,
  chapters,
  checkpoints,
  comments,
  context,
  conversations,
  demo,
  dialogues,
  entities,
  envelope,
  facts,
  feedback,
  generation,
  images,
  links,
  npcs,
  players,
  playerEvents,
  playerFacts,
  playerQuests,
  predicates,
  presence,
  projects,
  propertyKeys,
  quests,
  readings,
  record,
  relationships,
  runs,
  playerTokens,
  shares,
  storyBible,
  styleWords,
  suggestions,
  templates,
  usage,
  variables,
  views,
  visits,
  voiceLines,
  waivers,
  webhooks,
  words,
  work,
  seeds,
  ideas,
] as const;

/** Every table of the product, as declared. */
export const TABLES: readonly PgTable[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter((each) => is(each, PgTable)),
);

type Declared<Module> = Module extends unknown ? Extract<Module[keyof Module], Table> : never;
type AnyTable = Declared<(typeof MODULES)[number]>;

/** Row of each table, by the table's name in SQL, with its columns as the driver answers them. */
export type TableRows = {
  [Name in AnyTable["_"]["name"]]: Extract<AnyTable, { readonly _: { readonly name: Name } }>["$inferSelect"];
};
