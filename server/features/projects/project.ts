import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { PACKS, USUAL_PACKS } from "#domain/packs.ts";
import { MEMORY_POLICIES } from "#drizzle/schema/npcs.ts";
import { projectVersions } from "#drizzle/schema/projects.ts";
import { MODES } from "../../kernel/scope.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { maxBytes } from "../../record/limits.ts";
import { resource, type Version } from "../../record/resource.ts";

/** Bytes that the JSON of a project's metadata may have, in UTF-8. */
export const MAX_METADATA_BYTES = 65_536;

/** State of a project as its own record keeps it. */
export const ProjectState = z.object({
  name: z.string(),
  description: z.string().default(""),
  mode: z.enum(MODES),
  // As the properties of entities: a copy by zod would lose a key such as `__proto__`.
  metadata: z.custom<JsonObject>().default({}),
  /** Whether it is only read. The head of the project says the same. */
  archived: z.boolean().default(false),
  packs: z.array(z.enum(PACKS)).default([...USUAL_PACKS]),
  /** Types of relationships whose sources know what their targets know. */
  knowing_types: z.array(z.string()).default([]),
  /** Treatment of what is said to npcs that name none. */
  npc_memory: z.enum(MEMORY_POLICIES).default("keep"),
  /** Tokens of models that npcs may use a day; null for no bound. */
  npc_units: z.int().nullable().default(null),
});
export type ProjectState = z.output<typeof ProjectState>;
export type ProjectVersion = Version<ProjectState>;

/** The project itself, subject of the first event of its record. */
export const projectResource = resource({
  type: "project",
  prefix: "prj",
  table: projectVersions,
  state: ProjectState,
  // Who may restore may not archive.
  staying: ["archived"],
  events: {
    archived: { meaning: "It was archived and is read-only." },
    unarchived: { meaning: "It was taken out of the archive, and can be changed again." },
    deleted: {
      ...STANDARD_EVENTS.deleted,
      others: "Everything in it answers 404 from then on, without events of its own.",
    },
    restored: { ...STANDARD_EVENTS.restored, others: "Everything in it is there again, without events of its own." },
  },
  limits: [maxBytes("metadata", MAX_METADATA_BYTES)],
});
