import type { ObjectRef } from "@pothos/core";
import { isJsonObject, type JsonObject } from "#domain/json.ts";
import type { JsonSchemas } from "../http/openapi/json-schema.ts";
import { pascalCase } from "../kernel/case-names.ts";
import { NEXT_CURSOR } from "../kernel/page.ts";
import { invalidValue } from "../kernel/problem.ts";
import { parseCursor } from "../operation/cursor.ts";
import type { Answer } from "../operation/idempotency.ts";
import type { KeyedOperation } from "../operation/operation.ts";
import type { NamedKeyedOperation } from "../operations.ts";
import { Arguments, takes } from "./arguments.ts";
import type { Names } from "./names.ts";
import { type Input, Node, placed, type ReadScope, type Session, withSubject } from "./session.ts";
import {
  type Builder,
  type FieldOf,
  type FieldOptions,
  implementObject,
  plainFields,
  type SchemaTypes,
  type Shape,
  type Types,
} from "./types.ts";

/** Objects of a page unless `first` says otherwise: three lists within one another stay below the bound of one answer. */
export const DEFAULT_FIRST = 20;
/** The longest page. */
export const MAX_FIRST = 100;

/** Properties of a field that the limits need. */
export interface FieldCost {
  /** Whether it asks an operation or looks a subject up. */
  readonly reads: boolean;
  /** Whether all of its kind are read together, however many objects have it. */
  readonly together: boolean;
  /** Whether it is a list that takes `first`. */
  readonly pages: boolean;
}

/** Name of the extension in which a field carries its cost. */
export const COST = "fabulaCost";

type Ref<T> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, T>;

/** One page of a list. */
class Connection extends Node {
  readonly nodes: readonly unknown[];
  readonly endCursor: string | null;

  constructor(wire: JsonObject, place: ReadScope, nodes: readonly unknown[], endCursor: string | null) {
    super(wire, place);
    this.nodes = nodes;
    this.endCursor = endCursor;
  }
}

/** Returns the place in which a field's read is executed. */
export type PlaceOf = (source: Node, session: Session) => ReadScope | Promise<ReadScope>;

/** Parameters that have arguments of their own here, or none, as the fields that a document names itself. */
const OF_PAGES = ["limit", "offset", "cursor", "sort_by", "sort_order", "property_filter", "at_seq", "fields"];

/** Makes the fields that ask the reads of the interface. */
export class Reads {
  readonly #builder: Builder;
  readonly #types: Types;
  readonly #schemas: JsonSchemas;
  readonly #connections = new Map<string, Ref<Connection>>();
  readonly #pageInfo: Ref<Connection>;
  readonly #sort: unknown;

  constructor(builder: Builder, types: Types, schemas: JsonSchemas) {
    this.#builder = builder;
    this.#types = types;
    this.#schemas = schemas;
    this.#pageInfo = builder.objectRef<Connection>("PageInfo");
    builder.objectType(this.#pageInfo, {
      description: "Where a page of a list ends.",
      fields: (t) => ({
        hasNextPage: t.boolean({ resolve: ({ wire }) => (wire as JsonObject).has_more === true }),
        endCursor: t.string({
          nullable: true,
          description:
            "Cursor for `after`: continues the list at the same sequence, regardless of later writes. Null at the end.",
          resolve: ({ endCursor }) => endCursor,
        }),
      }),
    });
    const order = types.enumeration(["asc", "desc"], { name: "SortOrder", owner: "SortOrder" });
    this.#sort = builder.inputType("Sort", {
      description: "The order of a list. Missing values come last in both directions.",
      fields: (t) => ({
        by: t.string({
          required: true,
          description: "A column as REST names it, such as `created_at`, or a property path.",
        }),
        order: t.field({ type: order as "String", description: "`asc` when absent." }),
      }),
    });
  }

  /** The field of a read. With a subject it belongs to objects whose id, in this field of theirs, that parameter takes. */
  field(
    named: NamedKeyedOperation,
    by: { readonly parameter: string; readonly idField: string } | null,
    placeOf: PlaceOf,
  ): FieldOptions {
    const subject = by?.parameter ?? null;
    const { operation } = named;
    const output = this.#schemas.of(operation.output, "output");
    const owner = pascalCase(named.area) + pascalCase(named.name);
    const list = listOf(this.#types.resolve(output).schema);
    const sorts = takes(operation, "sort_by");
    const own = OF_PAGES.filter((name) => name !== "sort_order" || sorts);
    const without = new Set(["project_id", ...own, ...(subject === null ? [] : [subject])]);
    const args = new Arguments(named, { types: this.#types, schemas: this.#schemas, without });
    const pages = list !== null && takes(operation, "limit");
    const walks = takes(operation, "offset");
    const together = subject !== null && operation.forEach?.parameter === subject;
    const cost: FieldCost = { reads: true, together, pages };
    const others = {
      ...(pages && {
        first: {
          type: "Int",
          required: false,
          defaultValue: DEFAULT_FIRST,
          description: `Number of items, 1 to ${MAX_FIRST}.`,
        },
      }),
      ...(walks && { after: { type: "String", required: false, description: "`endCursor` of the page before." } }),
      ...(takes(operation, "property_filter") && {
        filter: {
          type: "JSON",
          required: false,
          description: "A property filter, as an object. See the guide on lists and filters.",
        },
      }),
      ...(sorts && { sort: { type: this.#sort, required: false, description: "Order of creation when absent." } }),
    };
    const shape: Shape | null = list === null ? this.#types.output(output, `${owner}Result`) : null;
    const type =
      shape === null ? this.#connection(list as string, output, owner) : shape.isList ? [shape.named] : shape.named;
    return {
      type,
      // What cannot be answered is null with an error, and leaves the rest of the answer as it is.
      nullable: true,
      description: [operation.summary, operation.description].filter((text) => text !== null).join(". "),
      args: args.declared(others),
      extensions: { [COST]: cost },
      resolve: async (source: Node, given: PageArguments, session: Session) => {
        const here = await placeOf(source, session);
        const input = withPage(operation, args.input(given), given);
        // Whoever is reached from there is seen through the same eyes, in the same playthrough.
        const place = here.through(input.query);
        const wire = by === null ? null : await source.wire;
        const asked: ReadRequest = {
          operation,
          subject: by === null || wire === null ? null : String(wire[by.idField]),
          parameter: subject,
          input,
          after: given.after ?? null,
        };
        if (list !== null) return readList(asked, place, list);
        return placed((await answerOf(asked, place)).body as JsonObject, place);
      },
    };
  }

  #connection(list: string, output: JsonObject, owner: string): Ref<Connection> {
    const { schema } = this.#types.resolve(output);
    const fields = this.#types.fieldsOf(schema, owner);
    const nodes = fields.find(({ wireName }) => wireName === list) as FieldOf;
    const extras = fields.filter(
      ({ wireName }) => wireName !== list && wireName !== "total" && wireName !== "has_more",
    );
    const { named } = nodes.shape;
    const item = typeof named === "string" ? null : named.name;
    const name = `${extras.length > 0 || item === null ? owner : item}Connection`;
    const there = this.#connections.get(name);
    if (there !== undefined) return there;
    const ref = this.#builder.objectRef<Connection>(name);
    this.#connections.set(name, ref);
    const all: Names<FieldOptions> = plainFields(name, extras);
    all.add("nodes", { type: [named], nullable: false, resolve: (page: Connection) => page.nodes });
    all.add("totalCount", {
      type: "SafeInt",
      nullable: false,
      description: "All that match, on whichever page.",
      resolve: ({ wire }: Connection) => (wire as JsonObject).total,
    });
    all.add("pageInfo", { type: this.#pageInfo, nullable: false, resolve: (page: Connection) => page });
    implementObject(this.#builder, ref, { description: undefined, fields: all });
    return ref;
  }
}

interface PageArguments extends Readonly<Record<string, unknown>> {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly filter?: unknown;
  readonly sort?: { readonly by: string; readonly order?: string | null } | null;
}

interface ReadRequest {
  readonly operation: KeyedOperation;
  readonly subject: string | null;
  readonly parameter: string | null;
  readonly input: Input;
  readonly after: string | null;
}

/** The field of an answer that holds its list; null for what is no list. */
export function listOf({ properties }: JsonObject): string | null {
  if (!isJsonObject(properties) || properties.total === undefined || properties.has_more === undefined) return null;
  const found = Object.entries(properties).find(([, field]) => isJsonObject(field) && field.type === "array");
  return found?.[0] ?? null;
}

function withPage(operation: KeyedOperation, input: Input, { first, filter, sort }: PageArguments): Input {
  const query: Record<string, unknown> = { ...input.query };
  if (takes(operation, "limit")) query.limit = first ?? DEFAULT_FIRST;
  if (filter !== undefined && filter !== null) query.property_filter = JSON.stringify(filter);
  if (sort !== undefined && sort !== null) {
    query.sort_by = sort.by;
    if (sort.order !== undefined && sort.order !== null) query.sort_order = sort.order;
  }
  return { ...input, query };
}

/** Returns the answer of an operation about one subject, or about none. */
async function answerOf({ operation, subject, parameter, input }: ReadRequest, place: ReadScope): Promise<Answer> {
  if (subject === null || parameter === null) return place.ask(operation, input);
  if (operation.forEach?.parameter !== parameter) {
    return place.ask(operation, { ...input, params: { ...input.params, [parameter]: subject } });
  }
  const answer = await place.list(operation, subject, input);
  if (answer === null) throw new Error(`${operation.path} answered nothing for a subject`);
  return answer;
}

async function readList(asked: ReadRequest, place: ReadScope, list: string): Promise<Connection> {
  const { operation, after } = asked;
  if (after === null) return pageOf(await answerOf(asked, place), { place, list });
  const cursor = parseCursor(after);
  if (cursor === null)
    throw invalidValue(["query", "after"], "this is not a cursor: send an endCursor as it came", after);
  const isInTime = operation.timeTravel;
  if (isInTime && place.atSeq !== null && place.atSeq !== cursor.seq) {
    throw invalidValue(["query", "after"], `the pages of this cursor are read at sequence ${cursor.seq}`, after);
  }
  const then = isInTime ? place.session.place(place.projectId, cursor.seq, place.as, place.run) : place;
  const own = whole(asked);
  const input = { ...own, query: { ...own.query, cursor: after } };
  // A cursor belongs to one list, so there is nothing to be read together.
  return pageOf(await place.ask(operation, input), { place: then, list });
}

/** The input with the subject it is about. */
function whole({ operation, subject, parameter, input }: ReadRequest): Input {
  if (subject === null || parameter === null) return input;
  if (operation.forEach?.parameter === parameter) return withSubject(operation, subject, input);
  return { ...input, params: { ...input.params, [parameter]: subject } };
}

function pageOf({ body, headers }: Answer, { place, list }: { place: ReadScope; list: string }): Connection {
  const wire = body as JsonObject;
  const nodes = placed(wire[list], place) as unknown[];
  place.session.spend(nodes.length);
  return new Connection(wire, place, nodes, headers[NEXT_CURSOR] ?? null);
}
