import type { ObjectRef } from "@pothos/core";
import type { GraphQLSchema } from "graphql";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { Steps } from "#domain/steps.ts";
import { JsonSchemas } from "../http/openapi/json-schema.ts";
import { addAllSchemas } from "../http/openapi/operation-object.ts";
import { camelCase, pascalCase } from "../kernel/case-names.ts";
import { isId } from "../kernel/ids.ts";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { itemAt } from "../kernel/validation/item.ts";
import { requireScope } from "../operation/gate.ts";
import { hasEffects, type KeyedOperation } from "../operation/operation.ts";
import type { NamedKeyedOperation } from "../operations.ts";
import type { ResourceRegistry } from "../record/registry.ts";
import type { Resource } from "../record/resource.ts";
import { prefixesOf } from "./arguments.ts";
import { ANYTHING } from "./ids.ts";
import { lowerFirst, Names, singular } from "./names.ts";
import { COST, type FieldCost, type PlaceOf, Reads } from "./reads.ts";
import { Node, type ReadScope, type Session } from "./session.ts";
import {
  type Builder,
  createBuilder,
  type FieldOf,
  type FieldOptions,
  implementObject,
  implementRoots,
  plainFields,
  type SchemaTypes,
  Types,
} from "./types.ts";
import { writeField } from "./writes.ts";

type Ref = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Node>;

/** A kind of subject as GraphQL offers it. */
interface Subject {
  readonly resource: Resource;
  readonly ref: Ref;
  /** The component of its form, and those that are the same with more beside it. */
  readonly components: readonly string[];
  readonly fields: Names<FieldOptions>;
  /** The field of its form that is its id. */
  readonly idField: string;
  /** REST operation that reads one by its id; null where there is none. */
  readonly get: { readonly operation: KeyedOperation; readonly parameter: string } | null;
}

/** The kind of subject that the others lie within. */
const PROJECT = "project";

/** The cost of looking up a subject by its id. */
const LOOK_UP: FieldCost = { reads: true, together: true, pages: false };

/** Parts shared while the schema is made. */
interface Parts {
  readonly resources: ResourceRegistry;
  readonly schemas: JsonSchemas;
  readonly types: Types;
  readonly subjects: readonly Subject[];
}

/**
 * Derives the GraphQL schema from the operations and the recorded resources, in steps.
 *
 * @throws Error where two names of the interface would be one in GraphQL.
 */
export function* createSchema(
  operations: readonly NamedKeyedOperation[],
  resources: ResourceRegistry,
): Steps<GraphQLSchema> {
  const schemas = new JsonSchemas();
  yield* addAllSchemas(schemas, operations);
  for (const { type } of resources.all()) schemas.add(resources.formOf(type).schema, "output");
  yield;
  const components = schemas.components();
  yield;
  const builder = createBuilder();
  const gets = new Map(
    operations.flatMap((named) => {
      const get = lookUpOf(named.operation, schemas, resources);
      return get === null ? [] : [[named, get] as const];
    }),
  );
  const offered = operations.filter((named) => named.operation.kind !== "project-stream" && !gets.has(named));
  yield;
  const subjects = subjectsOf(builder, { resources, schemas, components, offered, gets: [...gets.values()] });
  const known = new Map(subjects.flatMap((subject) => subject.components.map((name) => [name, subject.ref] as const)));
  const types = new Types(builder, components, known);
  const reads = new Reads(builder, types, schemas);
  const parts: Parts = { resources, schemas, types, subjects };
  const query = new Names<FieldOptions>("Query");
  const mutation = new Names<FieldOptions>("Mutation");

  yield;
  for (const subject of subjects) addOwnFields(subject, parts);
  for (const subject of subjects) addLinks(subject, parts);
  for (const subject of subjects) addFileUrls(subject);
  yield;
  const project = subjects.find(({ resource }) => resource.type === PROJECT);
  if (project === undefined) throw new Error("nothing is recorded of projects");
  for (const subject of subjects) {
    if (subject !== project) project.fields.add(camelCase(subject.resource.type), lookUp(subject));
  }
  query.add(PROJECT, projectField(project));
  for (const named of offered) {
    if (hasEffects(named.operation)) {
      mutation.add(camelCase(`${named.area}_${named.name}`), writeField(named, { types, schemas }));
      if (answersOnly(named, parts))
        project.fields.add(wholeName(named, parts), reads.field(named, null, projectPlace));
    } else if (named.operation.kind === "read") {
      addWithFormer(query, named, rootName(named, parts), reads.field(named, null, outside));
    }
    yield;
  }
  const inside = offered.filter(({ operation }) => operation.kind === "project-read");
  const isGeneral = ({ operation }: NamedKeyedOperation) =>
    Object.keys(operation.params.shape).some((each) => prefixesOf(schemas, operation, each).includes(ANYTHING));
  // What is said of one kind of subject goes before what is said of anything recorded.
  for (const named of inside) {
    if (!isGeneral(named)) addRead(named, { project, reads }, parts);
    yield;
  }
  for (const named of inside) if (isGeneral(named)) addRead(named, { project, reads }, parts, true);
  yield;
  for (const { ref, resource, fields } of subjects) {
    implementObject(builder, ref, { description: `A recorded ${resource.type.replaceAll("_", " ")}.`, fields });
  }
  implementRoots(builder, query, mutation);
  yield;
  return builder.toSchema({ sortSchema: false });
}

/** A read of one subject by its id. */
interface Get {
  readonly operation: KeyedOperation;
  readonly parameter: string;
  readonly resource: Resource;
}

/**
 * Returns the resource that an operation reads by its id: it is offered once for every recorded resource, and read
 * together with others where possible.
 */
function lookUpOf(operation: KeyedOperation, schemas: JsonSchemas, resources: ResourceRegistry): Get | null {
  const parameter = /\{(\w+)\}$/.exec(operation.path)?.[1];
  if (operation.method !== "GET" || operation.kind !== "project-read" || parameter === undefined) return null;
  const others = Object.keys(operation.params.shape).filter((name) => name !== "project_id" && name !== parameter);
  const prefixes = prefixesOf(schemas, operation, parameter);
  const resource = resources.all().find(({ prefix }) => prefixes.includes(prefix));
  return resource === undefined || others.length > 0 ? null : { operation, parameter, resource };
}

/** The kinds of subjects, with every component that shows one of them. */
function subjectsOf(
  builder: Builder,
  {
    resources,
    schemas,
    components,
    offered,
    gets,
  }: {
    gets: readonly Get[];
    resources: ResourceRegistry;
    schemas: JsonSchemas;
    components: Readonly<Record<string, JsonObject>>;
    offered: readonly NamedKeyedOperation[];
  },
): Subject[] {
  const answered = reached(
    offered.map(({ operation }) => schemas.of(operation.output, "output")),
    components,
  );
  const forms = resources.all().map((resource) => {
    const { $ref } = schemas.of(resources.formOf(resource.type).schema, "output");
    if (typeof $ref !== "string") throw new Error(`the form of "${resource.type}" needs an id: .meta({ id })`);
    return { resource, component: $ref.slice($ref.lastIndexOf("/") + 1) };
  });
  // A subject may have all fields of another kind and be none of it, as a chapter has those of an act.
  const subjectForms = new Set(forms.map(({ component }) => component));
  return forms.map(({ resource, component }) => {
    const own = namesIn(components[component]);
    const others = [...answered].filter((name) => {
      const names = namesIn(components[name]);
      return !subjectForms.has(name) && own.size > 0 && [...own].every((field) => names.has(field));
    });
    const name = pascalCase(resource.type);
    const idField = ["id", `${resource.type}_id`].find((field) => own.has(field));
    if (idField === undefined) throw new Error(`the form of "${resource.type}" does not say its id`);
    return {
      resource,
      idField,
      get: gets.find((get) => get.resource === resource) ?? null,
      ref: builder.objectRef<Node>(name),
      components: [component, ...others],
      fields: new Names<FieldOptions>(name),
    };
  });
}

function namesIn(component: JsonObject | undefined): ReadonlySet<string> {
  return new Set(isJsonObject(component?.properties) ? Object.keys(component.properties) : []);
}

/** The components that schemas refer to, directly or through others. */
function reached(
  schemas: readonly Json[],
  components: Readonly<Record<string, JsonObject>>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  for (const schema of schemas) {
    if (Array.isArray(schema)) reached(schema, components, found);
    if (!isJsonObject(schema)) continue;
    const { $ref } = schema;
    const name = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : null;
    if (name !== null && !found.has(name)) {
      found.add(name);
      reached([components[name] ?? {}], components, found);
    }
    reached(Object.values(schema), components, found);
  }
  return found;
}

/** The fields of a kind's form, and those that only some lists add to it. */
function addOwnFields({ resource, components, fields }: Subject, { types }: Parts): void {
  const [form = "", ...others] = components;
  const owner = pascalCase(resource.type);
  const there = new Set<string>();
  const all: FieldOf[] = types.fieldsOf({ $ref: `#/components/schemas/${form}` }, owner);
  for (const { wireName } of all) there.add(wireName);
  for (const other of others) {
    for (const field of types.fieldsOf({ $ref: `#/components/schemas/${other}` }, owner)) {
      if (there.has(field.wireName)) continue;
      there.add(field.wireName);
      all.push({ ...field, shape: { ...field.shape, nullable: true } });
    }
  }
  for (const [name, options] of plainFields(owner, all).entries()) fields.add(name, options);
}

/** Adds, for a field that names another subject (`speaker_id`), a field that is that subject (`speaker`). */
function addLinks({ resource, fields }: Subject, { subjects }: Parts): void {
  for (const [field, type] of Object.entries({ ...resource.references, ...resource.mentions })) {
    const target = subjects.find((each) => each.resource.type === type);
    if (target === undefined) throw new Error(`"${resource.type}" names a "${type}", which is not recorded`);
    fields.add(camelCase(field.replace(/_id$/, "")), {
      type: target.ref,
      nullable: true,
      description: `What \`${camelCase(field)}\` names; null where it names nothing that is there.`,
      extensions: { [COST]: LOOK_UP },
      resolve: async (node: Node) => {
        const id = (await node.wire)[field];
        return typeof id === "string" ? find(target, id, node.place) : null;
      },
    });
  }
}

/** Adds, for a field that names a file, a field that is its address. */
function addFileUrls({ resource, fields }: Subject): void {
  for (const field of resource.files) {
    fields.add(`${camelCase(field)}Url`, {
      type: "String",
      nullable: true,
      description: `Address that opens the file of \`${camelCase(field)}\` without a key, for five minutes.`,
      resolve: async (node: Node, _: unknown, session: Session) => {
        const { artifacts, publicUrl } = session.reading.services;
        const sha256 = (await node.wire)[field];
        const { projectId } = node.place;
        if (typeof sha256 !== "string" || projectId === null) return null;
        return publicUrl + artifacts.linkTo({ projectId, sha256, filename: sha256.slice(0, 12) }).path;
      },
    });
  }
}

function lookUp(subject: Subject): FieldOptions {
  return {
    type: subject.ref,
    nullable: true,
    description: `One ${subject.resource.type.replaceAll("_", " ")}, by its id.`,
    args: { id: { type: "ID", required: true } },
    extensions: { [COST]: LOOK_UP },
    resolve: async (node: Node, { id }: { id: string }, session: Session) => {
      const place = await projectPlace(node, session);
      const found = await find(subject, id, place);
      if (found === null) throw new Problem("not_found");
      return found;
    },
  };
}

/**
 * A subject by its id; null when there is none. Who may not read it by REST may not here either. What says more than the record does
 * is asked of its own operation.
 */
async function find({ resource, get }: Subject, id: string, place: ReadScope): Promise<Node | null> {
  requireScope(place.session.reading.caller, get?.operation.scope ?? "read", place.projectId);
  if (!isId(resource.prefix, id)) return null;
  if (get !== null && get.operation.taggedBy !== "record") {
    const { body } = await place.ask(get.operation, { params: { [get.parameter]: id }, query: {} });
    return new Node(body as JsonObject, place);
  }
  const wire = await place.find(resource, id);
  return wire === null ? null : new Node(wire, place);
}

/** The root of everything within a project. */
function projectField({ resource, ref }: Subject): FieldOptions {
  return {
    type: ref,
    nullable: true,
    description: "A project, all of it read in one snapshot, as it is or as it was at a sequence.",
    args: {
      id: { type: "ID", required: true },
      atSeq: {
        type: "SafeInt",
        required: false,
        description: "Answer as the project was at this sequence; 0 is the empty project. Beyond the head is a 422.",
      },
    },
    extensions: { [COST]: { reads: false, together: false, pages: false } satisfies FieldCost },
    resolve: async (_: unknown, { id, atSeq }: { id: string; atSeq?: number | null }, session: Session) => {
      if (atSeq != null && atSeq < 0) throw belowMinimum(atSeq);
      const place = session.place(id, atSeq ?? null);
      await place.project();
      // Its own fields are read when one of them is asked for.
      return new Node(async () => {
        const wire = await place.find(resource, id);
        if (wire === null) throw new Problem("not_found");
        return wire;
      }, place);
    },
  };
}

function belowMinimum(atSeq: number): ValidationProblem {
  const failure = { type: "greater_than_equal", msg: "Input should be greater than or equal to 0", ctx: { ge: 0 } };
  return new ValidationProblem([itemAt(["query", "at_seq"], failure, atSeq)]);
}

/** Puts a read of a project where it belongs: with the subjects it is about, or with the project itself. */
function addRead(
  named: NamedKeyedOperation,
  { project, reads }: { project: Subject; reads: Reads },
  { schemas, subjects, types }: Parts,
  isGeneral = false,
): void {
  const { operation } = named;
  const name = readName(named, { schemas, types });
  const ownersBy = (parameter: string): Subject[] => {
    const prefixes = prefixesOf(schemas, operation, parameter);
    const named = subjects.map(({ resource }) => ({ ...resource.references, ...resource.mentions })[parameter]);
    return subjects.filter(({ resource: { prefix, type } }) =>
      prefixes.length === 0 ? named.includes(type) : prefixes.includes(prefix) || prefixes.includes(ANYTHING),
    );
  };
  const inPath = Object.keys(operation.params.shape).filter((each) => each !== "project_id");
  const [only = null] = inPath.length === 1 ? inPath : [];
  const owners = only === null ? [] : ownersBy(only);
  const together = operation.forEach?.parameter ?? null;
  if (only !== null) addTo(owners, only);
  if (together !== null && together !== only) addTo(ownersBy(together), together);
  if (owners.length === 0) {
    addWithFormer(project.fields, named, wholeName(named, { schemas, types }), reads.field(named, null, projectPlace));
  }

  function addTo(places: readonly Subject[], parameter: string): void {
    for (const subject of places) {
      if (isGeneral && subject.fields.has(name)) continue;
      const by = { parameter, idField: subject.idField };
      subject.fields.add(name, reads.field(named, by, subject === project ? projectPlace : ofNode));
    }
  }
}

const ofNode: PlaceOf = (node) => node.place;
const outside: PlaceOf = (_, session) => session.place(null, null);

/** Returns the place of a project's own fields: a project in a list is opened when one of them is asked for. */
const projectPlace: PlaceOf = async (node, session) =>
  node.place.projectId === null ? session.place(String((await node.wire).id), null) : node.place;

/** Areas whose reads are about a project as a whole. */
const OF_PROJECTS: ReadonlySet<string> = new Set(["projects", "record"]);

/** Names that fields had until November 2026. Each is kept for twelve months beside the one it has now. */
const FORMER: Readonly<Record<string, string>> = {
  "projects.getImport": "projectImportImport",
  "inbox.get": "inboxGetResponse",
  "entities.types": "types",
  "entities.properties": "properties",
  "entities.values": "values",
  "entities.getImport": "entityImportImport",
  "entities.listImportRows": "importRows",
  "entities.listImports": "imports",
  "entities.export": "export",
  "locations.children": "children",
  "dialogues.map": "map",
  "dialogues.search": "search",
  "dialogues.lines": "lines",
  "dialogues.names": "names",
  "dialogues.speakers": "speakers",
  "problems.counts": "counts",
  "readings.check": "check",
  "context.getReceipt": "contextReceiptReceipt",
  "webhooks.delivery": "delivery",
};

/** Adds a field, also under the name it once had. */
function addWithFormer(
  fields: Names<FieldOptions>,
  { area, name: operation }: NamedKeyedOperation,
  name: string,
  field: FieldOptions,
): void {
  fields.add(name, field);
  const former = FORMER[`${area}.${operation}`];
  if (former !== undefined) fields.add(former, { ...field, deprecationReason: `It is called \`${name}\`.` });
}

/**
 * Whether an operation is sent like a write and only answers, about a sequence that its body names: it is read together with
 * others, at theirs.
 */
function answersOnly(
  { operation }: NamedKeyedOperation,
  { schemas, types }: Pick<Parts, "schemas" | "types">,
): boolean {
  const { kind, scope, body } = operation;
  if (kind !== "project-call" || scope !== "read" || body === undefined) return false;
  const { properties } = types.resolve(schemas.of(body, "input")).schema;
  return isJsonObject(properties) && Object.hasOwn(properties, "at_seq");
}

/** Returns the name of a root field outside projects, which needs its area unless it is found or listed. */
function rootName(named: NamedKeyedOperation, parts: Pick<Parts, "schemas" | "types">): string {
  const { area, name } = named;
  return /^(get|list)/.test(name) ? readName(named, parts) : camelCase(`${area}_${name}`);
}

/** Returns the name of a field of the project, which has much of one name: what is read of one area carries it. */
function wholeName(named: NamedKeyedOperation, parts: Pick<Parts, "schemas" | "types">): string {
  const { area, name } = named;
  const own = readName(named, parts);
  const needsArea = name !== "list" && !/^(of|get)([A-Z]|$)/.test(name) && !OF_PROJECTS.has(area);
  return needsArea ? singular(area) + pascalCase(own) : own;
}

/**
 * Returns the name of a read's field: a list after its items, a look-up after its resource, all others after the
 * operation.
 */
function readName(
  { area, name, operation }: NamedKeyedOperation,
  { schemas, types }: Pick<Parts, "schemas" | "types">,
): string {
  if (name === "list" || /^of[A-Z]/.test(name)) return area;
  const listed = /^list([A-Z].*)$/.exec(name)?.[1];
  if (listed !== undefined) return lowerFirst(listed);
  const found = /^get([A-Z].*)?$/.exec(name);
  if (found === null) return name;
  const [, part = ""] = found;
  const component = types.resolve(schemas.of(operation.output, "output")).name;
  const answered = component === null || component.endsWith("Response") ? singular(area) : lowerFirst(component);
  return answered.endsWith(part) ? answered : answered + part;
}
