import type { FeatureNames } from "./names.ts";

/** The files of a new feature and its tests, by path from the project's root. */
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
    [`${folder}/operations/restore-${n.kebab}.ts`]: restore(n),
    [`${folder}/operations.ts`]: operations(n),
    [`tests/${n.kebabPlural}.db.test.ts`]: tests(n),
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
import type { JsonObject } from "#domain/json.ts";
import { ${n.camel}Versions } from "#drizzle/schema/${n.kebabPlural}.ts";
import { resource } from "../../record/resource.ts";

/** State of ${n.article} ${n.words} as the record keeps it. */
const ${n.pascal}State = z.object({
  name: z.string(),
  properties: z.custom<JsonObject>().default({}),
});

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
import { freeObject, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../record/wire.ts";
import { ${n.camel}Resource } from "./${n.kebab}.ts";

export const ${n.pascal} = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    properties: z.looseObject({}),
    ...versionFields,
  })
  .meta({ id: "${n.pascal}" });

export const ${n.camel}Fields = {
  name: text({ min: 1, max: 200, singleLine: true }),
  properties: freeObject({ maxBytes: 65_536 }),
};

export const ${n.camel}Api = apiResource({
  resource: ${n.camel}Resource,
  one: "${n.words}",${n.wordsPlural === `${n.words}s` ? "" : `\n  many: "${n.wordsPlural}",`}
  param: "${n.snake}_id",
  wire: ${n.pascal},
});
`;
}

function create(n: FeatureNames): string {
  return `import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { ${n.camel}Resource } from "../${n.kebab}.ts";
import { ${n.pascal}, ${n.camel}Api, ${n.camel}Fields } from "../schemas.ts";

export const create${n.pascal} = projectWrite({
  method: "POST",
  path: "${base(n)}",
  scope: "write",
  summary: "Create ${n.article} ${n.words}",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("${n.prefix}"),
    name: ${n.camel}Fields.name,
    properties: ${n.camel}Fields.properties.default({}),
  }),
  output: ${n.pascal},
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "An example" },
  handle: async (context, { body: { id, ...state } }) =>
    ${n.camel}Api.toWire(await created(context, ${n.camel}Resource, id, state)),
});
`;
}

function list(n: FeatureNames): string {
  return `import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { ${n.camel}Api } from "../schemas.ts";

export const list${n.pascalPlural} = declareList(${n.camel}Api, "${base(n)}", {
  field: "${n.snakePlural}",
  sortable: ["name"],
  properties: true,
});
`;
}

function get(n: FeatureNames): string {
  return `import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { ${n.camel}Api } from "../schemas.ts";

export const get${n.pascal} = declareGet(${n.camel}Api, "${one(n)}");
`;
}

function update(n: FeatureNames): string {
  return `import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { ${n.camel}Api, ${n.camel}Fields } from "../schemas.ts";

export const update${n.pascal} = declareUpdate(${n.camel}Api, "${one(n)}", {
  description: "JSON Merge Patch (RFC 7396), also inside \`properties\`.",
  fields: ${n.camel}Fields,
  example: { name: "Another name" },
});
`;
}

function remove(n: FeatureNames): string {
  return `import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { ${n.camel}Api } from "../schemas.ts";

export const delete${n.pascal} = declareDelete(${n.camel}Api, "${one(n)}");
`;
}

function restore(n: FeatureNames): string {
  return `import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { ${n.camel}Api } from "../schemas.ts";

export const restore${n.pascal} = declareRestore(${n.camel}Api, "${one(n)}/restore");
`;
}

function operations(n: FeatureNames): string {
  return `import { create${n.pascal} } from "./operations/create-${n.kebab}.ts";
import { delete${n.pascal} } from "./operations/delete-${n.kebab}.ts";
import { get${n.pascal} } from "./operations/get-${n.kebab}.ts";
import { list${n.pascalPlural} } from "./operations/list-${n.kebabPlural}.ts";
import { restore${n.pascal} } from "./operations/restore-${n.kebab}.ts";
import { update${n.pascal} } from "./operations/update-${n.kebab}.ts";

export const ${n.camelPlural} = {
  create: create${n.pascal},
  list: list${n.pascalPlural},
  get: get${n.pascal},
  update: update${n.pascal},
  delete: delete${n.pascal},
  restore: restore${n.pascal},
};
`;
}

/** Returns the tests of a feature's answers; the registry loop tests the contract of each kind of operation besides. */
function tests(n: FeatureNames): string {
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("${n.article} ${n.words} is created, found, changed, deleted and restored", async () => {
  const list = \`/v1/projects/\${await api.makeProject()}/${n.kebabPlural}\`;
  const properties = { pages: 12, shelf: { row: 3 } };
  const made = await api.call<{ id: string }>("POST", list, { body: { name: "First", properties } });
  expect([made.status, made.body]).toMatchObject([201, { name: "First", properties }]);
  const one = \`\${list}/\${made.body.id}\`;
  expect((await api.call("GET", one)).body).toEqual(made.body);

  const patch = { name: "Renamed", properties: { pages: null, shelf: { side: "left" } } };
  const changed = await api.call("PATCH", one, { body: patch });
  expect(changed.body).toMatchObject({ name: "Renamed", properties: { shelf: { row: 3, side: "left" } } });
  const found = await api.call("GET", list, { query: { property_filter: '{"shelf.row": {"$eq": 3}}', sort_by: "name" } });
  expect(found.body).toMatchObject({ ${n.snakePlural}: [{ id: made.body.id }], total: 1, has_more: false });

  expect((await api.call("DELETE", one)).body).toEqual({ id: made.body.id, deleted: true });
  expect((await api.call("GET", one)).status).toBe(404);
  expect((await api.call("POST", \`\${one}/restore\`)).body).toMatchObject({ restored: [made.body.id] });
  expect((await api.call("GET", one)).body).toMatchObject({ name: "Renamed" });
});

test("a name that is missing, and a field that is unknown, are named together", async () => {
  const list = \`/v1/projects/\${await api.makeProject()}/${n.kebabPlural}\`;
  const { status, body } = await api.call<{ detail: { loc: string[] }[] }>("POST", list, { body: { nmae: "First" } });
  expect([status, body.detail.map(({ loc }) => loc)]).toEqual([422, [["body", "name"], ["body", "nmae"]]]);
});
`;
}
