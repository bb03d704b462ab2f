import type { FeatureNames } from "./names.ts";

/** The files of a new feature, by path from the project's root. */
export function featureFiles(n: FeatureNames): Record<string, string> {
  const folder = `server/features/${n.kebabPlural}`;
  return {
    [`drizzle/schema/${n.kebabPlural}.ts`]: table(n),
    [`${folder}/${n.kebab}.ts`]: resourceFile(n),
    [`${folder}/schemas.ts`]: schemas(n),
    [`${folder}/operations/create-${n.kebab}.ts`]: create(n),
    [`${folder}/operations/list-${n.kebabPlural}.ts`]: list(n),
    [`${folder}/operations/get-${n.kebab}.ts`]: get(n),
    [`${folder}/operations/update-${n.kebab}.ts`]: update(n),
    [`${folder}/operations/delete-${n.kebab}.ts`]: remove(n),
    [`${folder}/operations.ts`]: operations(n),
  };
}

const base = (n: FeatureNames): string => `/v1/projects/{project_id}/${n.kebabPlural}`;
const one = (n: FeatureNames): string => `${base(n)}/{${n.snake}_id}`;

function table(n: FeatureNames): string {
  return `import { index, jsonb, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { isCurrent, textC, versionColumns } from "./columns.ts";

/** Versions of ${n.wordsPlural}. */
export const ${n.camel}Versions = pgTable(
  "${n.snake}_versions",
  {
    ...versionColumns(),
    name: textC("name").notNull(),
    properties: jsonb("properties").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id, t.valid_from_seq] }),
    uniqueIndex("${n.snake}_versions_current").on(t.project_id, t.id).where(isCurrent),
    index("${n.snake}_versions_created").on(t.project_id, t.created_seq, t.id).where(isCurrent),
    index("${n.snake}_versions_as_of").on(t.project_id, t.created_seq, t.id, t.valid_from_seq, t.valid_to_seq),
  ],
);
`;
}

function resourceFile(n: FeatureNames): string {
  return `import { z } from "zod";
import { ${n.camel}Versions } from "#drizzle/schema/${n.kebabPlural}.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { resource, type Versioned } from "../../record/resource.ts";

/** State of ${n.article} ${n.words} as the record keeps it. */
const ${n.pascal}State = z.object({
  name: z.string(),
  properties: z.custom<JsonObject>().default({}),
});
export type ${n.pascal}Version = Versioned<z.output<typeof ${n.pascal}State>>;

export const ${n.camel}Resource = resource({
  type: "${n.snake}",
  prefix: "${n.prefix}",
  table: ${n.camel}Versions,
  state: ${n.pascal}State,
});
`;
}

function schemas(n: FeatureNames): string {
  return `import { z } from "zod";
import { freeObject, idOf, text } from "../../kernel/validation/fields.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import type { ${n.pascal}Version } from "./${n.kebab}.ts";

export const ${n.pascal} = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    properties: z.looseObject({}),
    ...versionFields,
  })
  .meta({ id: "${n.pascal}" });

export const projectScope = z.object({ project_id: idOf("prj") });
export const ${n.camel}Params = z.object({ project_id: idOf("prj"), ${n.snake}_id: idOf("${n.prefix}") });

export const ${n.camel}Fields = {
  name: text({ min: 1, max: 200, singleLine: true }),
  properties: freeObject({ maxBytes: 65_536 }),
};

/** ${n.article === "an" ? "An" : "A"} ${n.words} on the wire. */
export function to${n.pascal}(version: ${n.pascal}Version): z.input<typeof ${n.pascal}> {
  return {
    id: version.id,
    project_id: version.project_id,
    name: version.name,
    properties: version.properties,
    ...versionMeta(version),
  };
}
`;
}

function create(n: FeatureNames): string {
  return `import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.pascal}, ${n.camel}Fields, projectScope, to${n.pascal} } from "../schemas.ts";

export const create${n.pascal} = projectWrite({
  method: "POST",
  path: "${base(n)}",
  scope: "write",
  summary: "Create ${n.article} ${n.words}",
  params: projectScope,
  body: z.strictObject({
    id: idOf("${n.prefix}").optional(),
    name: ${n.camel}Fields.name,
    properties: ${n.camel}Fields.properties.optional(),
  }),
  output: ${n.pascal},
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "An example" },
  handle: async (context, { body }) => {
    const { record, services } = context;
    if (body.id !== undefined) await record.requireUnused(${n.camel}Resource, [body.id]);
    const id = body.id ?? newId("${n.prefix}", services.clock.now());
    record.create(${n.camel}Resource, id, { name: body.name, properties: body.properties ?? {} });
    return to${n.pascal}(await committed(context, ${n.camel}Resource, id));
  },
});
`;
}

function list(n: FeatureNames): string {
  return `import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { listQuery, propertyFilterQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.pascal}, projectScope, to${n.pascal} } from "../schemas.ts";

export const list${n.pascalPlural} = projectRead({
  method: "GET",
  path: "${base(n)}",
  scope: "read",
  summary: "List ${n.wordsPlural}",
  params: projectScope,
  query: z.object({
    ...listQuery({ columns: { id: {}, name: {}, created_at: {}, updated_at: {} }, properties: true }),
    ...propertyFilterQuery,
  }),
  output: listOutput("${n.snakePlural}", ${n.pascal}),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const page = await listResource(context, ${n.camel}Resource, query);
    return { ${n.snakePlural}: page.rows.map(to${n.pascal}), total: page.total, has_more: page.has_more };
  },
});
`;
}

function get(n: FeatureNames): string {
  return `import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.pascal}, ${n.camel}Params, to${n.pascal} } from "../schemas.ts";

export const get${n.pascal} = projectRead({
  method: "GET",
  path: "${one(n)}",
  scope: "read",
  summary: "Get ${n.article} ${n.words}",
  params: ${n.camel}Params,
  output: ${n.pascal},
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, ${n.camel}Resource, project.id, params.${n.snake}_id, atSeq);
    if (version === null) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return to${n.pascal}(version);
  },
});
`;
}

function update(n: FeatureNames): string {
  return `import { z } from "zod";
import { mergePatch } from "../../../kernel/json.ts";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.pascal}, ${n.camel}Fields, ${n.camel}Params, to${n.pascal} } from "../schemas.ts";

export const update${n.pascal} = projectWrite({
  method: "PATCH",
  path: "${one(n)}",
  scope: "write",
  summary: "Update ${n.article} ${n.words}",
  description: "JSON Merge Patch (RFC 7396), also inside \`properties\`.",
  params: ${n.camel}Params,
  body: z.strictObject({
    name: ${n.camel}Fields.name.optional(),
    properties: ${n.camel}Fields.properties.optional(),
    base_seq: baseSeq,
  }),
  output: ${n.pascal},
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { name: "Another name" },
  handle: async (context, { params, body }) => {
    const version = await target(context, ${n.camel}Resource, params.${n.snake}_id);
    const state = stateOf(${n.camel}Resource, version);
    const next = {
      ...state,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.properties !== undefined && { properties: mergePatch(state.properties, body.properties) }),
    };
    return to${n.pascal}(await edit(context, ${n.camel}Resource, version, next, { baseSeq: body.base_seq }));
  },
});
`;
}

function remove(n: FeatureNames): string {
  return `import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.camel}Params } from "../schemas.ts";

export const delete${n.pascal} = projectWrite({
  method: "DELETE",
  path: "${one(n)}",
  scope: "write",
  summary: "Delete ${n.article} ${n.words}",
  params: ${n.camel}Params,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, ${n.camel}Resource, params.${n.snake}_id);
    context.record.remove(${n.camel}Resource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const };
  },
});
`;
}

function operations(n: FeatureNames): string {
  return `import { create${n.pascal} } from "./operations/create-${n.kebab}.ts";
import { delete${n.pascal} } from "./operations/delete-${n.kebab}.ts";
import { get${n.pascal} } from "./operations/get-${n.kebab}.ts";
import { list${n.pascalPlural} } from "./operations/list-${n.kebabPlural}.ts";
import { update${n.pascal} } from "./operations/update-${n.kebab}.ts";

export const ${n.camelPlural} = {
  create: create${n.pascal},
  list: list${n.pascalPlural},
  get: get${n.pascal},
  update: update${n.pascal},
  delete: delete${n.pascal},
};
`;
}
