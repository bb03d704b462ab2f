import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, pageQuery } from "../../../kernel/page.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersions, holds } from "../../../record/versions.ts";
import {
  EntityList,
  entityResource,
  pathDepth,
  pathOf,
  placed,
  subtreeRange,
  toEntity,
} from "../../entities/public.ts";
import { findLocation, locationParams } from "../schemas.ts";

export const listSubtree = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}/subtree",
  scope: "read",
  summary: "List a location and everything under it",
  description: "In the order of the paths: a place comes directly before what it contains.",
  params: locationParams,
  query: z.object({
    ...pageQuery,
    max_depth: integer({ min: 0, max: 64 })
      .optional()
      .meta({ description: "Levels below the location; 0 is itself alone." }),
  }),
  output: EntityList,
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project, atSeq } = context;
    const version = await findLocation(context, params.entity_id);
    const path = await pathOf(db, project.id, version.id, atSeq);
    if (path === null) {
      const entities = (await placed(db, project.id, [version], atSeq)).map(toEntity).slice(query.offset);
      return { entities, total: 1, has_more: false };
    }
    const range = subtreeRange(path);
    const conditions = [
      sql`project_id = ${project.id}`,
      holds(atSeq),
      sql`path >= ${range.from} AND path < ${range.before}`,
    ];
    if (query.max_depth !== undefined) {
      conditions.push(sql`length(path) - length(replace(path, '/', '')) - 1 <= ${pathDepth(path) + query.max_depth}`);
    }
    const where = sql.join(conditions, sql` AND `);
    const counted = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM entity_paths WHERE ${where}`);
    const total = counted[0]?.n ?? 0;
    const rows = await db.execute<{ entity_id: string }>(
      sql`SELECT entity_id FROM entity_paths WHERE ${where} ORDER BY path, entity_id LIMIT ${query.limit} OFFSET ${query.offset}`,
    );
    const ids = rows.map(({ entity_id }) => entity_id);
    const versions = ids.length === 0 ? [] : await findVersions(db, entityResource, project.id, { id: ids }, atSeq);
    const order = new Map(ids.map((id, index) => [id, index]));
    versions.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const entities = (await placed(db, project.id, versions, atSeq)).map(toEntity);
    return { entities, total, has_more: hasMore(total, query.offset, rows.length) };
  },
});
