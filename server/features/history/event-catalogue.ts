import { z } from "zod";
import { diffStates } from "#domain/change/change.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { EventMeaning } from "../../record/event-meaning.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import type { Resource } from "../../record/resource.ts";
import type { EventCatalogue, EventKind, EventSubject } from "./event-kind.ts";

const ID = "01k9hq3tx8v2m5rbz4nd7wcfje";

const made = new WeakMap<ResourceRegistry, EventCatalogue>();

/** Every kind of event there is, from what the resources declare. Made once for a registry. */
export function eventCatalogue(resources: ResourceRegistry): EventCatalogue {
  const known = made.get(resources);
  if (known !== undefined) return known;
  const catalogue: EventCatalogue = { event_kinds: [], subject_types: [] };
  for (const resource of resources.all()) {
    const state = jsonSchema(resource.state);
    const example = { ...sampleState(state), ...resources.exampleOf(resource.type)?.state };
    for (const [verb, meaning] of Object.entries(resource.events)) {
      catalogue.event_kinds.push(toKind(resources, resource, { verb, meaning, state: example }));
    }
    catalogue.subject_types.push(toSubject(resources, resource, state));
  }
  made.set(resources, catalogue);
  return catalogue;
}

function toSubject(resources: ResourceRegistry, resource: Resource, state: JsonObject): EventSubject {
  const { schema } = resources.formOf(resource.type);
  return {
    subject_type: resource.type,
    id_prefix: resource.prefix,
    object: schema.meta()?.id ?? null,
    change: changeSchema(state),
    resource: jsonSchema(schema),
  };
}

/** The schema of a change: each field of the state under its pointer, and what lies in fields that are objects. */
function changeSchema({ $schema: _, $defs, ...state }: JsonObject): JsonObject {
  const fields = Object.entries(isJsonObject(state.properties) ? state.properties : {});
  const inner = fields.filter(([, schema]) => isJsonObject(schema) && mayBeObject(schema)).map(([name]) => name);
  return {
    type: "object",
    properties: {
      set: {
        type: "object",
        properties: { "": state, ...Object.fromEntries(fields.map(([name, schema]) => [`/${name}`, schema])) },
        patternProperties: Object.fromEntries(inner.map((name) => [`^/${name}/`, {}])),
      },
      unset: { type: "array", items: { type: "string" } },
    },
    ...($defs !== undefined && { $defs }),
  };
}

const mayBeObject = ({ type, anyOf, enum: values }: JsonObject): boolean =>
  type === "object" || (type === undefined && anyOf === undefined && values === undefined);

interface Happening {
  verb: string;
  meaning: EventMeaning;
  /** An example's state before it, or after it when it brings the subject about. */
  state: JsonObject;
}

function toKind(resources: ResourceRegistry, resource: Resource, { verb, meaning, state }: Happening): EventKind {
  const { type, prefix, version } = resource;
  const kind = `${type}.${verb}`;
  return {
    kind,
    subject_type: type,
    meaning: meaning.meaning,
    others: meaning.others ?? null,
    data: meaning.data === undefined ? null : jsonSchema(meaning.data),
    example: {
      id: `evt_${ID}`,
      project_id: `prj_${ID}`,
      seq: 119,
      commit_seq: 119,
      v: version,
      kind,
      subject_type: type,
      subject_id: `${prefix}_${ID}`,
      change: exampleChange(
        verb === resource.creation ? "created" : verb,
        { ...state, ...resources.exampleOf(type)?.before?.[verb] },
        resources.exampleOf(type)?.edits?.[verb],
      ),
      data: resources.exampleOf(type)?.data?.[verb] ?? null,
      actor: `key:key_${ID}`,
      request_id: `req_${ID}`,
      causation: null,
      recorded_at: "2026-11-20T19:10:00.000Z",
    },
  };
}

function exampleChange(verb: string, state: JsonObject, edit: JsonObject | undefined): EventKind["example"]["change"] {
  if (verb === "created" || verb === "restored") return diffStates(null, state);
  if (verb === "deleted") return diffStates(state, null);
  if (edit !== undefined) return diffStates(state, { ...state, ...edit });
  const [field, value] = Object.entries(state)[0] ?? ["", {}];
  return { set: { [`/${field}`]: value } };
}

/** A state of the schema's form: what the schema says by itself where nobody wrote an example. */
function sampleState({ properties }: JsonObject): JsonObject {
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  return Object.fromEntries(fields.map(([name, schema]) => [name, isJsonObject(schema) ? sample(schema) : {}]));
}

const SAMPLES: Readonly<Record<string, Json>> = {
  string: "…",
  number: 1,
  integer: 1,
  boolean: false,
  array: [],
  object: {},
};

function sample({ default: value, enum: values, anyOf, type }: JsonObject): Json {
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0] ?? null;
  if (Array.isArray(anyOf)) return isJsonObject(anyOf[0]) ? sample(anyOf[0]) : null;
  return SAMPLES[String(type)] ?? null;
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const converted = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    // Events may grow fields: a reader that refuses them would break on every release.
    override: ({ jsonSchema: each }) => {
      if (each.additionalProperties === false) delete each.additionalProperties;
      if (each.maximum === Number.MAX_SAFE_INTEGER) delete each.maximum;
      if (each.minimum === Number.MIN_SAFE_INTEGER) delete each.minimum;
    },
  });
  const { "~standard": _, $ref, ...plain } = JSON.parse(JSON.stringify(converted)) as JsonObject;
  // A schema with a name of its own is a reference to its definition: it is shown itself.
  const named =
    typeof $ref === "string" && isJsonObject(plain.$defs) ? plain.$defs[$ref.slice("#/$defs/".length)] : null;
  if (!isJsonObject(named)) return plain;
  const $defs = plain.$defs as JsonObject;
  const isOnlyOne = Object.keys($defs).length === 1;
  return { ...named, ...(!isOnlyOne && { $defs }) };
}
