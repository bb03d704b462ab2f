import { sql } from "drizzle-orm";
import { z } from "zod";
import { npcFields } from "#drizzle/schema/npcs.ts";
import { listOutput } from "../../../kernel/page.ts";
import { flag, idOf } from "../../../kernel/validation/fields.ts";
import { idsQuery, listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { textArray } from "../../../record/database.ts";
import { column } from "../../../record/list/row.ts";
import { findVersions } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { npc, projectOfNpc, ShownNpc, shownNpc } from "../npc.ts";

export const listNpcs = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/npcs",
  scope: "read",
  summary: "List npcs",
  params: projectScope,
  query: z.object({
    ...listQuery({ columns: { id: {}, role: {}, created_at: {}, updated_at: {} }, properties: false }),
    external_id: npcFields.external_id.schema
      .unwrap()
      .optional()
      .meta({ description: "Only the npc with this external_id." }),
    entity_id: idOf("ent").optional().meta({ description: "Only the npc of this entity." }),
    retired: flag().optional().meta({ description: "Only npcs that are retired, or that are not." }),
    ids: idsQuery("npc", "npc"),
  }),
  output: listOutput("npcs", ShownNpc),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where = (["external_id", "entity_id", "retired"] as const).flatMap((name) =>
      query[name] === undefined ? [] : [sql`${column(name)} = ${query[name]}`],
    );
    if (query.ids !== undefined) where.push(sql`${column("id")} = ANY(${textArray([...query.ids])})`);
    const { rows, ...rest } = await listResource(context, npc.resource, query, { where });
    const { db, project, atSeq } = context;
    const ids = rows.map(({ entity_id }) => entity_id);
    const characters = await findVersions(db, entityResource, project.id, { id: ids }, atSeq);
    const characterOf = new Map(characters.map((each) => [each.id, each]));
    const owner = await projectOfNpc(db, project.id, atSeq);
    return { npcs: rows.map((row) => shownNpc(row, characterOf.get(row.entity_id) ?? null, owner)), ...rest };
  },
});
