import { sql } from "drizzle-orm";
import { projectGet } from "../../../operation/operation.ts";
import { subjectRead } from "../../../operation/subject-read.ts";
import { entityResource } from "../../entities/public.ts";
import { projectResource } from "../../projects/public.ts";
import { type CharacterOfNpc, type NpcVersion, npc, type ProjectOfNpc, ShownNpc, shownNpc } from "../npc.ts";

/** Reader of one npc, with the character that it is. */
const npcRead = subjectRead(npc.resource, {
  columns: sql`character.name AS character_name, character.properties AS character_properties, owner.npc_memory AS project_memory`,
  join: (holds, project) => sql`LEFT JOIN ${sql.identifier(entityResource.table)} character
    ON character.project_id = ${project} AND character.id = subject.entity_id AND ${holds("character")}
    LEFT JOIN ${sql.identifier(projectResource.table)} owner
    ON owner.project_id = ${project} AND owner.id = ${project} AND ${holds("owner")}`,
  together: (
    version: NpcVersion,
    { character_name: name, character_properties: properties, project_memory: npc_memory },
  ) => ({
    version,
    project: { npc_memory } as ProjectOfNpc,
    character: name === null ? null : ({ name, properties } as CharacterOfNpc),
  }),
});

export const getNpc = projectGet({
  path: "/v1/projects/{project_id}/npcs/{npc_id}",
  scope: "read",
  summary: "Get an npc",
  params: npc.params,
  output: ShownNpc,
  subject: npcRead,
  idOf: ({ npc_id }) => npc_id,
  // Its state follows from its entity and its project as well: the tag of the record is that of the answer.
  handle: async ({ subject: { version, character, project } }) => shownNpc(version, character, project),
});
