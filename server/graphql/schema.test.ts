import { GraphQLObjectType, type GraphQLSchema, getNamedType } from "graphql";
import { expect, test } from "vitest";
import { z } from "zod";
import { runToEnd } from "#domain/steps.ts";
import { variable, variableResource } from "../features/dialogues/variable.ts";
import { camelCase, pascalCase } from "../kernel/case-names.ts";
import { newId } from "../kernel/ids.ts";
import { idOf } from "../kernel/validation/fields.ts";
import { type KeyedOperation, projectRead } from "../operation/operation.ts";
import { apiResource } from "../operation/ordinary/api-resource.ts";
import { declareList } from "../operation/ordinary/declare-list.ts";
import { listKeyedOperations } from "../operations.ts";
import { plainForm } from "../record/api-form.ts";
import { ResourceRegistry } from "../record/registry.ts";
import { resources } from "../resources.ts";
import { createSchema } from "./schema.ts";

const schema = runToEnd(createSchema(listKeyedOperations(), resources));

function typeOf(of: GraphQLSchema, name: string): GraphQLObjectType {
  const type = of.getType(name);
  if (!(type instanceof GraphQLObjectType)) throw new Error(`there is no ${name}`);
  return type;
}

const returned = (of: GraphQLSchema, type: string, field: string) =>
  String(getNamedType(typeOf(of, type).getFields()[field]?.type));

/** Whether an operation reads a recorded subject by its id, which GraphQL does by its own field. */
function isFoundById({ method, path, params }: KeyedOperation): boolean {
  const id = /\{(\w+)\}$/.exec(path)?.[1];
  const schema = id === undefined ? undefined : (params.shape[id] as z.ZodType | undefined);
  return method === "GET" && resources.all().some(({ prefix }) => schema?.safeParse(newId(prefix)).success === true);
}

test("everything recorded has a type, is found by its id, has a history, and stands in a list", () => {
  const connections = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType)) continue;
    for (const { name, type: target } of Object.values(type.getFields())) {
      const page = getNamedType(target);
      if (page instanceof GraphQLObjectType && page.name.endsWith("Connection")) {
        connections.set(String(getNamedType(page.getFields().nodes?.type)), `${type.name}.${name}`);
      }
    }
  }
  for (const { type } of resources.all()) {
    const name = pascalCase(type);
    expect([type, typeOf(schema, name).getFields().history !== undefined]).toEqual([type, true]);
    expect([type, connections.has(name)]).toEqual([type, true]);
    if (type !== "project") expect(returned(schema, "Project", camelCase(type))).toBe(name);
  }
  // A chapter has all fields of an act, and an act none of those that chapters alone have.
  expect(Object.keys(typeOf(schema, "Act").getFields())).not.toContain("status");
});

test("whatever does something is a mutation, also what calls somebody outside, and every read is somewhere", () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const acting = listKeyedOperations().filter(
    ({ operation }) => !operation.kind.endsWith("read") && operation.kind !== "project-stream",
  );
  expect(mutations.toSorted()).toEqual(acting.map(({ area, name }) => camelCase(`${area}_${name}`)).toSorted());
  expect(mutations).toEqual(expect.arrayContaining(["webhooksCheck", "webhooksTest"]));
  const described = JSON.stringify(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      type instanceof GraphQLObjectType ? Object.values(type.getFields()).map(({ description }) => description) : [],
    ),
  );
  for (const { operation } of listKeyedOperations()) {
    if (!operation.kind.endsWith("read") || isFoundById(operation)) continue;
    expect(described).toContain(operation.summary);
  }
});

test("nothing is a subscription, ids have one type, and no name says a word twice or too little", () => {
  expect(schema.getSubscriptionType()).toBeUndefined();
  const texts: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      for (const { name, type: taken } of [field, ...field.args]) {
        const isId = /(^id|Ids?|^as|^knownBy|Of|[sd]By)$/.test(name) && !ACTORS.has(name);
        if (isId && String(getNamedType(taken)) === "String") texts.push(`${type.name}.${field.name} ${name}`);
      }
    }
  }
  expect(texts).toEqual([]);
  const names = ["Query", "Project"].flatMap((type) =>
    Object.values(typeOf(schema, type).getFields()).flatMap(({ name, deprecationReason }) =>
      deprecationReason === undefined || deprecationReason === null ? name : [],
    ),
  );
  expect(names.filter((name) => /([A-Z][a-z]+)\1|Response|^(counts|check|values|names|map)$/.test(name))).toEqual([]);
});

/** Fields with people, keys and parts of the service that did something. */
const ACTORS: ReadonlySet<string> = new Set([
  "createdBy",
  "resolvedBy",
  "harvestedBy",
  "witheredBy",
  "rejectedBy",
  "promotedBy",
  "finalizedBy",
  "revokedBy",
  "releasedBy",
  "editedBy",
  "deletedBy",
  "answeredBy",
]);

test("a new resource appears without another line", () => {
  const charmResource = { ...variableResource, type: "lucky_charm", prefix: "chm" };
  const charmApi = apiResource({
    resource: charmResource,
    one: "lucky charm",
    param: "charm_id",
    wire: z
      .object({ id: z.string(), project_id: z.string(), worn_by: z.string().nullable() })
      .meta({ id: "LuckyCharm" }),
    toWire: (version) => variable.toWire(version) as never,
  });
  const list = declareList(charmApi, "/v1/projects/{project_id}/lucky-charms", { field: "lucky_charms", sortable: [] });
  const own = [{ area: "luckyCharms", name: "list", operation: list }];
  const grownResources = new ResourceRegistry(
    [...resources.all(), charmResource],
    [...resources.all().map(({ type }) => resources.formOf(type)), plainForm(charmApi as never)],
  );
  const grown = runToEnd(createSchema([...listKeyedOperations(), ...own], grownResources));
  expect(returned(grown, "Project", "luckyCharm")).toBe("LuckyCharm");
  expect(returned(grown, "Project", "luckyCharms")).toBe("LuckyCharmConnection");
  expect(Object.keys(typeOf(grown, "LuckyCharm").getFields())).toEqual(expect.arrayContaining(["wornBy", "history"]));
});

test("two names of the interface that would be one here are refused when the schema is made", () => {
  const twice = projectRead({
    method: "GET",
    path: "/v1/projects/{project_id}/twice",
    scope: "read",
    summary: "Answer the same twice",
    params: z.object({ project_id: idOf("prj") }),
    output: z.object({ worn_by: z.string(), wornBy: z.string() }).meta({ id: "Twice" }),
    handle: async () => ({ worn_by: "", wornBy: "" }),
  });
  const named = (name: string) => ({
    area: "odd",
    name,
    operation: twice,
  });
  expect(() => runToEnd(createSchema([...listKeyedOperations(), named("twice")], resources))).toThrow(
    'Twice would have "wornBy" twice',
  );
  const fine = { ...twice, output: z.object({ worn_by: z.string() }).meta({ id: "Once" }) };
  const entities = { ...named("entities"), area: "record", operation: fine };
  expect(() => runToEnd(createSchema([...listKeyedOperations(), entities], resources))).toThrow(
    'Project would have "entities" twice',
  );
});
