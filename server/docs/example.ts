import { ID_PREFIXES } from "../kernel/ids.ts";
import { type JsonSchema, type OpenApiDocument, type OpenApiMedia, resolveSchema } from "./openapi-document.ts";

const ID_PREFIX = /^\^\(?([a-z]+)_/;
const ID_BODY = "01k9hq3tx8v2m5rbz4nd7wcfje";
const PREFIX_BY_FIELD: Record<string, string> = {
  project_id: "prj",
  workspace_id: "wsp",
  entity_id: "ent",
  parent_id: "ent",
  source_id: "ent",
  target_id: "ent",
  speaker_id: "ent",
  graph_id: "dlg",
  node_id: "node",
  start_node_id: "node",
  target_node_id: "node",
  group_id: "grp",
  variable_id: "var",
  key_id: "key",
  user_id: "usr",
  event_id: "evt",
};

/** Texts for fields that every reader fills in their mind: ours are from *The Salt Gate*. */
const TEXTS: Record<string, string> = {
  name: "The Salt Gate",
  description: "A harbour town, its toll, and who pays it.",
  external_id: "salt-gate",
  type: "location",
  text: "The gate is shut until the tide turns.",
  title: "At the gate",
  choice_text: "Ask who holds the key.",
  speaker_label: "???",
  role: "designer",
  location_path: "/coast/harbour/salt-gate",
};

/**
 * The example a media type carries, else one made from its schema. Undefined when it says nothing. `path` tells what an
 * `id` in an answer is the id of, where no component does.
 */
export function exampleOf(document: OpenApiDocument, media: OpenApiMedia, path = ""): unknown {
  if (media.example !== undefined) return media.example;
  const [first] = Object.values(media.examples ?? {});
  if (first?.value !== undefined) return first.value;
  return media.schema === undefined
    ? undefined
    : made(document, media.schema, { field: "", owner: lastIdIn(path), open: [] });
}

/** Location of a value: its field's name, the component around it, and the components being made further out. */
interface ExamplePosition {
  field: string;
  owner: string | null;
  open: readonly string[];
}

/** A value of the schema's form, for reading: texts are short, lists have one entry. */
function made(document: OpenApiDocument, schema: JsonSchema, place: ExamplePosition): unknown {
  const { schema: own, name } = resolveSchema(document, schema);
  const given = own.example ?? own.examples?.[0] ?? own.const ?? own.default ?? own.enum?.[0];
  if (given !== undefined) return given;
  const type = typeFor(own, place.field);
  if (name !== null && place.open.includes(name)) return type === "array" ? [] : {};
  const inner: ExamplePosition = {
    ...place,
    owner: name ?? place.owner,
    open: name === null ? place.open : [...place.open, name],
  };
  const forms = own.oneOf ?? own.anyOf;
  if (forms !== undefined) {
    const form = forms.find((candidate) => candidate.type === "null" && isUsuallyNull(place.field)) ?? forms[0];
    return form === undefined ? null : made(document, form, inner);
  }
  if (type === "object" || own.properties !== undefined) {
    const fields = Object.entries(own.properties ?? {});
    return Object.fromEntries(fields.map(([field, value]) => [field, made(document, value, { ...inner, field })]));
  }
  if (type === "array") return typeof own.items === "object" ? elements(document, own.items, inner) : [];
  if (type === "integer" || type === "number") return numberFor(own, place.field);
  if (type === "boolean") return false;
  return type === "string" ? textFor(own, place) : null;
}

function typeFor({ type }: JsonSchema, field: string): string | undefined {
  if (typeof type === "string" || type === undefined) return type;
  return type.includes("null") && isUsuallyNull(field) ? "null" : type.find((name) => name !== "null");
}

function elements(document: OpenApiDocument, items: JsonSchema, place: ExamplePosition): unknown[] {
  const { name } = resolveSchema(document, items);
  if (name !== null && place.open.includes(name)) return [];
  const field = singular(place.field);
  // What stands in a list is what the list is called after: an entry of `conditions` has a condition's id.
  return [made(document, items, { ...place, field, owner: prefixOf(field) === "id" ? place.owner : field })];
}

function singular(field: string): string {
  return field.replace(/ies$/, "y").replace(/s$/, "");
}

function isUsuallyNull(field: string): boolean {
  return /^(valid_to_seq|deleted_at|disabled_at|source_(link|entity|project)_id|feedback_id|last_used_at|revoked_at|replaced_by)$/.test(
    field,
  );
}

function numberFor(schema: JsonSchema, field: string): number {
  if (/_seq$|^seq$/.test(field)) return 42;
  if (/^total$/.test(field)) return 1;
  const least = schema.minimum;
  return least !== undefined && least > -Number.MAX_SAFE_INTEGER ? least : 0;
}

function textFor(schema: JsonSchema, { field, owner }: ExamplePosition): string {
  if (schema.format === "date-time" || field.endsWith("_at")) return "2026-11-20T14:02:00.000Z";
  const pattern = schema.pattern ?? schema.allOf?.find((part) => part.pattern !== undefined)?.pattern;
  const prefix = (pattern === undefined ? undefined : ID_PREFIX.exec(pattern)?.[1]) ?? PREFIX_BY_FIELD[field];
  if (prefix !== undefined) return `${prefix}_${ID_BODY}`;
  if (field === "id") return `${prefixOf(owner)}_${ID_BODY}`;
  if (field === "email") return "ana@example.com";
  return TEXTS[field] ?? (field === "" ? "text" : field.replaceAll("_", " "));
}

/** Returns the subject of the last id in a path: `entity` for `…/entities/{entity_id}/history`. */
function lastIdIn(path: string): string | null {
  const name = [...path.matchAll(/\{(\w+)_id\}/g)].at(-1)?.[1] ?? null;
  return name === "graph" ? "dialogue" : name === "node" ? "dialogue_node" : name;
}

/** The prefix of a component's own ids: `DialogueNode` is a `dialogue_node`, whose ids start with `node_`. */
function prefixOf(component: string | null): string {
  const kind = (component ?? "").replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const kinds = Object.entries(ID_PREFIXES).sort(([a], [b]) => b.length - a.length);
  return (
    kinds.find(([known]) => kind === known || kind.startsWith(`${known}_`) || kind.endsWith(`_${known}`))?.[1] ?? "id"
  );
}
