import { z } from "zod";
import { ID_BODY } from "#domain/id-body.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { StateRule } from "#domain/subject-state.ts";
import type { Field, Fields } from "../kernel/field.ts";
import type { Operation } from "./operation.ts";
import type { States } from "./ordinary/states.ts";

/** A recorded resource, as far as its screen is made of it. */
export interface ShownResource {
  readonly resource: { readonly type: string };
  readonly one: string;
  readonly many: string;
  readonly plural: string;
  readonly param: string;
  readonly declared: Fields;
  readonly states: States<never> | undefined;
  /** Example of its events, whose state is one of a subject. */
  readonly example: { readonly state: JsonObject };
}

/** An area, as far as its screen is made of it. */
interface ShownArea {
  readonly screen: ShownResource | null;
  readonly operations: Readonly<Record<string, Operation>>;
}

/** A change of state as a screen offers it. */
export interface OfferedTransition {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  /** Past tense, for what is said afterwards. */
  readonly verb: string;
}

/** Data that the screen of a resource is made of; a browser loads none of the server's code. */
export interface ResourceScreenData {
  /** Area of its operations in the registry, and their names. */
  readonly area: string;
  readonly operations: readonly string[];
  readonly one: string;
  readonly many: string;
  /** Name of its lists in answers. */
  readonly list: string;
  /** Parameter that holds the id of one. */
  readonly param: string;
  /** JSON schema of the fields that are shown, each with its label as `title`. */
  readonly shown: JsonObject;
  /** Field that names a row. */
  readonly title: string;
  readonly columns: readonly string[];
  /** Columns that are shown when a person chooses them. */
  readonly extras: readonly string[];
  readonly filters: readonly string[];
  /** Fields that name an entity by its id. */
  readonly entities: readonly string[];
  readonly states: Readonly<Record<string, StateRule>>;
  readonly transitions: readonly OfferedTransition[];
  /** Formats of its export, by their names; none without one. */
  readonly formats: Readonly<Record<string, { readonly name: string; readonly mediaType: string }>>;
  /** JSON schemas of the bodies of its operations, by the operation's name. */
  readonly bodies: Readonly<Record<string, JsonObject>>;
}

/** Keywords that mean nothing to a form: texts for API callers. */
const UNTOLD = ["$schema", "description", "additionalProperties"];

/** Returns the JSON schema of what a form sends, without the texts for API callers and other `untold` keywords. */
export function formSchema(body: z.ZodType | undefined, untold: readonly string[] = []): JsonObject {
  const schema = z.toJSONSchema(body ?? z.never(), { io: "input", unrepresentable: "any" });
  return rules(schema as Json, [...UNTOLD, ...untold]) as JsonObject;
}

/** The rules of a schema; `areNames` where the keys of an object are names and no keywords. */
function rules(value: Json, untold: readonly string[], areNames = false): Json {
  if (Array.isArray(value)) return value.map((each) => rules(each, untold));
  if (typeof value !== "object" || value === null) return value;
  const told = Object.entries(value).filter(([key]) => areNames || !untold.includes(key));
  return Object.fromEntries(
    told.map(([key, own]) => [key, rules(own, untold, key === "properties" || key === "$defs")]),
  );
}

/** Bodies that the forms of a screen feed, and the fields of bodies that no person fills in. */
const FED = ["create", "update", "generate"];
const UNASKED = ["id", "external_id", "base_seq", "at_seq", "as", "provider", "token_budget", "review"];

/** Returns the data of the screen that an area declares; null where it declares none. */
export function resourceScreen(name: string, { screen, operations }: ShownArea): ResourceScreenData | null {
  if (screen === null) return null;
  const { one, many, plural, param, declared, states } = screen;
  const named = Object.entries(declared);
  const those = (holds: (field: Field["options"], name: string) => boolean) =>
    named.filter(([field, { options }]) => holds(options, field)).map(([field]) => field);
  const isTitle = (options: Field["options"]) => options.screen === "title";
  const title = those(isTitle)[0] ?? (Object.hasOwn(declared, "name") ? "name" : those(() => true)[0]) ?? "id";
  const telling = Object.values<{ is?: object; at?: string; by?: string }>(states?.states ?? {}).flatMap(
    ({ is = {}, at, by }) => [...Object.keys(is), ...[at, by].filter((each) => each !== undefined)],
  );
  const isTold = (field: string) => field === title || telling.includes(field);
  const entities = those(({ mentions }) => mentions === "entity");
  const at = (place: "column" | "extra", usual: (options: Field["options"]) => boolean) =>
    those((options, field) => !isTold(field) && (options.screen ?? (usual(options) ? place : null)) === place);
  const columns = at("column", ({ sort, filter }) => sort === true || filter !== undefined);
  const extras = at("extra", ({ writable }) => writable !== "never").filter((field) => !columns.includes(field));
  const shown = Object.fromEntries(named.filter(([field]) => [title, ...columns, ...extras].includes(field)));
  return {
    area: name,
    operations: Object.keys(operations),
    one,
    many,
    list: plural,
    param,
    shown: labelled(formSchema(z.object(schemasOf(shown)), ["default", "required"]), declared),
    title,
    columns,
    extras,
    filters: those(({ filter }, field) => filter !== undefined && Object.hasOwn(shown, field) && field !== title),
    entities,
    states: Object.fromEntries(
      Object.entries<StateRule>(states?.states ?? {}).map(([state, { is = {} }]) => [state, { is }]),
    ),
    transitions: Object.entries(states?.transitions ?? {}).map(([transition, { from, to, verb }]) => ({
      name: transition,
      from: [...from],
      to,
      verb,
    })),
    formats: Object.fromEntries(
      Object.entries(operations.export?.file?.all ?? {}).map(([format, { name: words, mediaType }]) => [
        format,
        { name: words, mediaType },
      ]),
    ),
    bodies: Object.fromEntries(
      Object.entries(operations)
        .filter(([operation]) => FED.includes(operation))
        .map(([operation, { body }]) => [operation, labelled(formSchema(body), declared, entities)]),
    ),
  };
}

function schemasOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema, options }]) => [name, options.wire ?? schema]),
  );
}

/** The schema of an object with labels for titles, and of a body without what nobody fills in: ids but those of `entities`. */
function labelled(named: JsonObject, fields: Fields, entities: readonly string[] | null = null): JsonObject {
  const schema = unfolded(named);
  const isAsked = (name: string, own: JsonObject) =>
    entities === null ||
    entities.includes(name) ||
    (!UNASKED.includes(name) && !JSON.stringify(own).includes(JSON.stringify(ID_BODY).slice(1, -1)));
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
    .filter(([name, own]) => isAsked(name, own))
    .map(([name, own]) => {
      const label = fields[name]?.options.label;
      return [name, label === undefined ? own : { title: label, ...own }];
    });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A schema that is a reference to one of its own definitions, as that one. */
function unfolded({ $ref, $defs, ...schema }: JsonObject): JsonObject {
  if (typeof $ref !== "string") return { ...schema, ...($defs !== undefined && { $defs }) };
  const { [$ref.slice("#/$defs/".length)]: own, ...others } = $defs as Record<string, JsonObject>;
  return { ...own, ...(Object.keys(others).length > 0 && { $defs: others }) };
}
