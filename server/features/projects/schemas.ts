import { z } from "zod";
import { PACKS } from "#domain/packs.ts";
import { MEMORY_POLICIES } from "#drizzle/schema/npcs.ts";
import { MODES } from "../../kernel/scope.ts";
import { freeObject, idOf, integer, text } from "../../kernel/validation/fields.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import { MAX_METADATA_BYTES, type ProjectVersion } from "./project.ts";
import { FILES } from "./transfer/lines.ts";

/** Types of relationships that a project may name in `knowing_types`. */
const MAX_KNOWING_TYPES = 20;

const KNOWING_DESCRIPTION =
  "Types of relationships, such as `member_of`, whose source knows the facts and secrets that their target knows, as long as the relationship is there. Groups of groups count over four levels.";

const PACKS_DESCRIPTION =
  "Groups of screens that the studio shows for the project. They limit neither its data nor the API.";

const MEMORY_DESCRIPTION =
  "Treatment of what is said to npcs whose `memory` is null: `off` forgets it, `propose` proposes memories in the answer, `keep` keeps them in the playthrough.";

const UNITS_DESCRIPTION =
  "Tokens of models that npcs may use a day (UTC), whoever talks to them; null for no bound but the budgets of the keys. Beyond it they say authored lines.";

export const Project = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    description: z.string(),
    mode: z.enum(MODES).meta({ description: "Given by the key that made the project; never changes." }),
    metadata: z.looseObject({}),
    last_seq: z.int().meta({ description: "Last sequence of the project's record." }),
    deleted_at: z.iso.datetime().nullable(),
    archived: z.boolean().meta({ description: "Whether it is archived and read-only." }),
    packs: z.array(z.enum(PACKS)).meta({ description: PACKS_DESCRIPTION }),
    knowing_types: z.array(z.string()).meta({ description: KNOWING_DESCRIPTION }),
    npc_memory: z.enum(MEMORY_POLICIES).meta({ description: MEMORY_DESCRIPTION }),
    npc_units: z.int().nullable().meta({ description: UNITS_DESCRIPTION }),
    ...versionFields,
  })
  .meta({ id: "Project" });

export const projectFields = {
  name: text({ min: 1, max: 200, singleLine: true }),
  description: text({ max: 10_000 }),
  metadata: freeObject({ maxBytes: MAX_METADATA_BYTES }).meta({ description: "Free-form data of your own." }),
  packs: z.array(z.enum(PACKS)).max(PACKS.length).meta({ description: PACKS_DESCRIPTION }),
  knowing_types: z
    .array(text({ min: 1, max: 100, singleLine: true }))
    .max(MAX_KNOWING_TYPES)
    .meta({ description: KNOWING_DESCRIPTION }),
  npc_memory: z.enum(MEMORY_POLICIES).meta({ description: MEMORY_DESCRIPTION }),
  npc_units: integer({ min: 0, max: 2_000_000_000 }).nullable().meta({ description: UNITS_DESCRIPTION }),
};

export const projectParams = z.object({ project_id: idOf("prj") });

/** Whether the files of a project are transferred with it. */
export const transferredFiles = z.enum(FILES).default("include").meta({
  description:
    "Whether the files that versions name are included; with `none`, what consists of files, such as images, is left out.",
});

/** A project's ETag: the seq of its last change, and how far its record reaches, which the body says too. */
export function projectTag(version: ProjectVersion, lastSeq: number): string {
  return `${version.valid_from_seq}.${lastSeq}`;
}

/** A project on the wire. */
export function toProject(
  version: ProjectVersion,
  head: { workspaceId: string; lastSeq: number; deletedAt: string | null },
): z.input<typeof Project> {
  return {
    id: version.id,
    workspace_id: head.workspaceId,
    name: version.name,
    description: version.description,
    mode: version.mode,
    metadata: version.metadata,
    last_seq: head.lastSeq,
    deleted_at: head.deletedAt,
    archived: version.archived,
    packs: version.packs,
    knowing_types: version.knowing_types,
    npc_memory: version.npc_memory,
    npc_units: version.npc_units,
    ...versionMeta(version),
  };
}
