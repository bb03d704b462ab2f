import { type JsonSchema, type OpenApiDocument, resolveSchema } from "./openapi-document.ts";

const ID = /^\^\(?([a-z]+)_/;
/** Pattern by which schemas express "no control characters, no line breaks". */
const SINGLE_LINE = /^\^\[\^\\u0000-/;

/** A schema without its null form, and whether it had one. */
export function withoutNull(document: OpenApiDocument, schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const { schema: own } = resolveSchema(document, schema);
  if (Array.isArray(own.type) && own.type.includes("null")) {
    const types = own.type.filter((type: string) => type !== "null");
    return { schema: { ...own, type: types.length === 1 ? types[0] : types }, nullable: true };
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const forms = own[keyword];
    if (forms === undefined) continue;
    const rest = forms.filter((form) => form.type !== "null");
    if (rest.length === forms.length) continue;
    const [only] = rest;
    if (rest.length === 1 && only !== undefined) return { schema: only, nullable: true };
    const { [keyword]: _, ...beside } = own;
    return { schema: { ...beside, [keyword]: rest }, nullable: true };
  }
  return { schema, nullable: false };
}

/** The type of a value in a few words. */
export function typeName(document: OpenApiDocument, schema: JsonSchema): string {
  const { schema: own, name } = resolveSchema(document, schema);
  if (name !== null) return name;
  const forms = own.oneOf ?? own.anyOf;
  if (forms !== undefined) return alternatives(forms.map((form) => typeName(document, form)));
  if (own.contentSchema !== undefined) return `${typeName(document, own.contentSchema)} as JSON text`;
  if (own.const !== undefined) return JSON.stringify(own.const);
  if (own.enum !== undefined) return own.enum.every((value) => typeof value === "string") ? "string" : "one of a list";
  if (typeof own.items === "object") return `array of ${typeName(document, own.items)}`;
  if (own.type === "array") return "array";
  if (own.type === "object" && own.properties === undefined && typeof own.additionalProperties === "object") {
    const value = typeName(document, own.additionalProperties);
    return value === "any JSON value" ? "object" : `object of ${value}`;
  }
  if (own.allOf !== undefined || own.properties !== undefined) return "object";
  if (Array.isArray(own.type)) return alternatives([...own.type]);
  if (own.type === "string" && own.format === "date-time") return "date-time";
  return typeof own.type === "string" ? own.type : "any JSON value";
}

function alternatives(names: string[]): string {
  const different = [...new Set(names)];
  if (different.length > 4) return `one of ${different.length} forms`;
  return different.length < 2 ? different.join("") : `${different.slice(0, -1).join(", ")} or ${different.at(-1)}`;
}

/** Returns the constraints of a schema beyond its type, a phrase each. */
export function factsOf(document: OpenApiDocument, schema: JsonSchema): string[] {
  const facts: string[] = [];
  const length = range(schema.minLength, schema.maxLength);
  if (length !== null) facts.push(`${length} characters`);
  const value = range(schema.minimum, safeOnly(schema.maximum));
  if (value !== null) facts.push(value);
  if (schema.exclusiveMinimum !== undefined) facts.push(`more than ${schema.exclusiveMinimum}`);
  if (schema.exclusiveMaximum !== undefined) facts.push(`less than ${schema.exclusiveMaximum}`);
  if (schema.multipleOf !== undefined) facts.push(`multiple of ${schema.multipleOf}`);
  const items = range(schema.minItems, schema.maxItems);
  if (items !== null) facts.push(`${items} items`);
  for (const pattern of patternsOf(document, schema)) facts.push(patternFact(pattern));
  if (schema.enum !== undefined) facts.push(schema.enum.map((item) => JSON.stringify(item)).join(" · "));
  if (schema.default !== undefined) facts.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.format === "password") facts.push("never shown again");
  return facts;
}

/** zod writes several patterns of one text as `allOf`. */
function patternsOf(document: OpenApiDocument, schema: JsonSchema): string[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap((part) => resolveSchema(document, part).schema.pattern ?? []);
}

function patternFact(pattern: string): string {
  const prefix = ID.exec(pattern)?.[1];
  if (prefix !== undefined) return `an id, ${prefix}_…`;
  if (SINGLE_LINE.test(pattern)) return "one line";
  return `matches ${pattern}`;
}

/** The bound that only says "an integer JavaScript holds exactly" says nothing to a reader. */
function safeOnly(maximum: number | undefined): number | undefined {
  return maximum !== undefined && maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
}

function range(low: number | undefined, high: number | undefined): string | null {
  const least = low !== undefined && low <= -Number.MAX_SAFE_INTEGER ? undefined : low;
  const shown = (value: number) => value.toLocaleString("en-GB");
  if (least !== undefined && high !== undefined)
    return least === high ? `exactly ${shown(high)}` : `${shown(least)} to ${shown(high)}`;
  if (least !== undefined) return least === 0 && high === undefined ? "at least 0" : `at least ${shown(least)}`;
  return high === undefined ? null : `at most ${shown(high)}`;
}
