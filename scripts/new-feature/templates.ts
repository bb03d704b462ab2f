import type { FeatureNames } from "./names.ts";

/** The files of a new feature and its tests, by path from the project's root. */
export function featureFiles(n: FeatureNames): Record<string, string> {
  const folder = `server/features/${n.kebabPlural}`;
  return {
    [`drizzle/schema/${n.kebabPlural}.ts`]: schema(n),
    [`${folder}/${n.kebab}.ts`]: declaration(n),
    [`${folder}/generator.ts`]: generator(n),
    [`${folder}/area.ts`]: area(n),
    [`tests/${n.kebabPlural}.db.test.ts`]: tests(n),
  };
}

const base = (n: FeatureNames): string => `/v1/projects/{project_id}/${n.kebabPlural}`;

/** Returns the fields of the resource, and its table, which is made of them. */
function schema(n: FeatureNames): string {
  return `import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { freeObject, singleLine } from "#server/kernel/validation/fields.ts";
import { versionTable } from "./version-table.ts";

/** Fields of ${n.article} ${n.words}. */
export const ${n.camel}Fields = {
  name: field(singleLine({ min: 1, max: 200 }), { description: "Name of the ${n.words}.", sort: true }),
  properties: field(freeObject({ maxBytes: 65_536 }), {
    description: "Properties of your own.",
    default: {},
    wire: z.looseObject({}),
  }),
  state: field(z.enum(["draft", "ready"]), {
    description: "State of the ${n.words}.",
    writable: "never",
    default: "draft",
    filter: "Only ${n.wordsPlural} in this state.",
  }),
  source: sessionSourceField,
  ready_at: field(z.iso.datetime().nullable(), {
    description: "Time at which it became ready, UTC; null for a draft.",
    writable: "never",
    default: null,
  }),
};

/** Versions of ${n.wordsPlural}. */
export const ${n.camel}Versions = versionTable("${n.snake}_versions", ${n.camel}Fields);
`;
}

function declaration(n: FeatureNames): string {
  return `import { ${n.camel}Fields, ${n.camel}Versions } from "#drizzle/schema/${n.kebabPlural}.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

export const ${n.camel} = recorded({
  type: "${n.snake}",${n.wordsPlural === `${n.words}s` ? "" : `\n  many: "${n.wordsPlural}",`}
  plural: "${n.snakePlural}",
  path: "${base(n)}",
  table: ${n.camel}Versions,
  fields: ${n.camel}Fields,
  states: {
    states: { draft: { is: { state: "draft" } }, ready: { is: { state: "ready" }, at: "ready_at" } },
    transitions: {
      finish: {
        from: ["draft"],
        to: "ready",
        verb: "finished",
        meaning: "It became ready.",
        summary: "Finish ${n.article} ${n.words}",
        description: "Marks it as ready. Has no effect on one that is ready.",
      },
      reopen: {
        from: ["ready"],
        to: "draft",
        verb: "reopened",
        meaning: "It became a draft again.",
        summary: "Reopen ${n.article} ${n.words}",
        description: "Makes it a draft again. Has no effect on a draft.",
      },
    },
  },
  example: { state: { name: "An example" }, edits: { updated: { name: "Another name" } } },
});
`;
}

/** Returns a kind of generation that makes subjects from a brief, without a provider key as sketches. */
function generator(n: FeatureNames): string {
  return `import { z } from "zod";
import { integer, singleLine, text } from "../../kernel/validation/fields.ts";
import { entitiesPart, generator, recordPart, request } from "../generation/public.ts";
import { ${n.camel} } from "./${n.kebab}.ts";

const MOST = 20;

const Answer = z.object({
  ${n.snakePlural}: z
    .array(z.object({ name: singleLine({ min: 1, max: 200 }).meta({ description: "Name of the ${n.words}." }) }))
    .min(1)
    .max(MOST),
});

/** ${capital(n.wordsPlural)} from a brief. */
export const ${n.camel}Generator = generator({
  kind: "${n.snake}",
  path: "${base(n)}/generate",
  brief: z.object({
    prompt: text({ min: 1, max: 20_000 }).meta({ description: "Description of the ${n.wordsPlural} to make." }),
    count: integer({ min: 1, max: MOST, default: 3 }).meta({ description: "Number of ${n.wordsPlural}." }),
  }),
  query: "prompt",
  prompt: ({ prompt, count }, context) => ({
    task: \`You make \${count} ${n.wordsPlural} for a story world. Contradict nothing that is recorded of it.\`,
    parts: [recordPart(context), entitiesPart(context.entities.values()), request(prompt)],
  }),
  answer: Answer,
  sketch: ({ prompt, count }) => ({
    ${n.snakePlural}: Array.from({ length: count }, (_, at) => ({ name: \`Sketch \${at + 1}: \${prompt.trim().slice(0, 100)}\`.replaceAll(/\\s+/g, " ") })),
  }),
  landAs: { resource: ${n.camel}, bodies: (_unit, draft) => draft.${n.snakePlural} },
});
`;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function area(n: FeatureNames): string {
  return `import { area } from "../../operation/area.ts";
import { ${n.camel}Generator } from "./generator.ts";
import { ${n.camel} } from "./${n.kebab}.ts";

export const ${n.camelPlural} = area({
  resources: [${n.camel}],
  generators: [${n.camel}Generator],
  screen: ${n.camel},
  operations: {
    create: ${n.camel}.create({ example: { name: "An example" } }),
    list: ${n.camel}.list(),
    get: ${n.camel}.get(),
    update: ${n.camel}.update({
      description: "JSON Merge Patch (RFC 7396), also inside \`properties\`.",
      example: { name: "Another name" },
    }),
    delete: ${n.camel}.delete(),
    restore: ${n.camel}.restore(),
    ...${n.camel}.transitions(),
    generate: ${n.camel}Generator.generate({
      summary: "Generate ${n.wordsPlural}",
      description: "Starts a generation session that makes ${n.wordsPlural} from a brief. Without a provider key they are sketches.",
      example: { prompt: "What the harbour remembers of the flood.", count: 2 },
    }),
  },
});
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

  expect((await api.call("POST", \`\${one}/finish\`)).body).toMatchObject({ state: "ready" });
  expect((await api.call("GET", list, { query: { state: "draft" } })).body).toMatchObject({ total: 0 });
  expect((await api.call("POST", \`\${one}/reopen\`)).body).toMatchObject({ state: "draft", ready_at: null });

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
