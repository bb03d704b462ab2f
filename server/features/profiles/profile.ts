import { z } from "zod";
import { Problem } from "../../kernel/problem.ts";
import { idOf, integer } from "../../kernel/validation/fields.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { type Operation, projectRead } from "../../operation/operation.ts";
import { perspectiveQuery } from "../../operation/perspective.ts";
import { runQuery } from "../../operation/run-memory.ts";

/** Most rows of each part of a profile. */
const MAX_ROWS = 100;
const ROWS = 20;

/** List of one project whose answer has its rows in a field. */
type List = Pick<Operation, "path" | "query" | "handle"> & { readonly output: z.ZodObject };

/** Lists that a profile is made of. */
export interface ProfileParts {
  readonly entities: List;
  readonly npcs: List;
  readonly relationships: List;
  readonly facts: List;
  readonly knowledge: List;
  readonly lines: List;
  readonly quests: List;
  readonly images: List;
}

type Query = Readonly<Record<string, unknown>>;

/** Rows of a list's output, by the name of its field. */
const rowOf = ({ output }: List, field: string): z.ZodType => {
  const rows = output.shape[field];
  if (!(rows instanceof z.ZodArray)) throw new Error(`a list has no rows named ${field}`);
  return rows.element as z.ZodType;
};

/** Declares the read of all that a project has of one entity, made of its lists: they are read in one snapshot, each in as many statements as by itself. */
export function declareProfile(parts: ProfileParts) {
  const part = (name: keyof ProfileParts, description: string) => parts[name].output.meta({ description });
  return projectRead({
    method: "GET",
    path: "/v1/projects/{project_id}/entities/{entity_id}/profile",
    scope: "read",
    summary: "Read the profile of an entity",
    description:
      "Everything that the project has of one entity, as of one moment: the entity, its npc, relationships, facts about it, what it knows, its lines, the quests that it gives, and its images. Each part is the first page of the list of that name; go on there. With `run`, facts and knowledge are those of the playthrough. With `as`, what is withheld is left out, and `npc`, `knowledge`, `lines` and `images`, which are for authors, are null.",
    params: z.object({ project_id: idOf("prj"), entity_id: idOf("ent").meta({ description: "The entity." }) }),
    query: z.object({
      rows: integer({ min: 1, max: MAX_ROWS, default: ROWS }).meta({ description: "Most rows of each part." }),
      ...perspectiveQuery,
      ...runQuery,
    }),
    output: z
      .object({
        entity: rowOf(parts.entities, "entities"),
        npc: rowOf(parts.npcs, "npcs").nullable().meta({ description: "Its voice; null where it is no npc." }),
        relationships: part("relationships", "Relationships that begin or end at it."),
        facts: part("facts", "Facts about it."),
        knowledge: part("knowledge", "Facts that it knows.").nullable(),
        lines: part("lines", "Lines that it says.").nullable(),
        quests: part("quests", "Quests that it gives."),
        images: part("images", "Its images.").nullable(),
      })
      .meta({ id: "EntityProfile" }),
    errors: ["not_found"],
    handle: async (context, { params, query }) => {
      const { project_id, entity_id } = params;
      const { rows: limit, as } = query;
      const read = (list: List, asked: Query) => readPart(context, list, { project_id, entity_id }, asked);
      const seen = { limit, ...(as !== undefined && { as }) };
      const { entities } = await read(parts.entities, { ...seen, ids: entity_id });
      const [entity] = entities as unknown[];
      if (entity === undefined) throw new Problem("not_found");
      const own = as === undefined ? { limit } : null;
      const npcs = own === null ? null : await read(parts.npcs, { ...own, entity_id });
      return {
        entity,
        npc: (npcs?.npcs as unknown[] | undefined)?.[0] ?? null,
        relationships: await read(parts.relationships, { ...seen, entity_id }),
        facts: await read(parts.facts, { ...seen, subject_id: entity_id }),
        knowledge: own === null ? null : await read(parts.knowledge, own),
        lines: own === null ? null : await read(parts.lines, { ...own, speaker_id: entity_id }),
        quests: await read(parts.quests, { ...seen, giver_id: entity_id }),
        images: own === null ? null : await read(parts.images, { ...own, entity_id }),
      } as never;
    },
  });
}

/** Reads a part in the snapshot and at the coordinates of the profile. */
async function readPart(
  context: ProjectReadContext,
  { path, query, handle }: List,
  params: Query,
  asked: Query,
): Promise<Record<string, unknown>> {
  // A part goes on in its own list, so it tells nothing of a next page. Pages are remembered by what was asked: each part asks another thing.
  const asking = () => `${context.asked()} ${path}`;
  const apart = { ...context, response: { headers: {} }, asked: asking };
  const parsed = query?.parse(asked);
  return (await handle(apart as never, { params, query: parsed } as never, undefined as never)) as Record<
    string,
    unknown
  >;
}
