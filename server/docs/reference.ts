import type { StateDiagram } from "../operation/ordinary/states.ts";
import { type CodeSample, codeSamples } from "./code-samples.ts";
import type { CurlRequest } from "./curl.ts";
import { exampleOf } from "./example.ts";
import {
  type OpenApiDocument,
  type OpenApiMedia,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  resolveComponent,
} from "./openapi-document.ts";
import { prettyJson } from "./pretty-json.ts";
import { componentShape, type Field, fieldOf, shapeOf, type Variant } from "./schema-fields.ts";

/** The API reference: areas in their order, under the tags of the interface. */
export interface ApiReference {
  title: string;
  version: string;
  description: string;
  /** Absolute address of the service, without a slash at the end. */
  origin: string;
  groups: ReferenceGroup[];
  /** Named objects, for the page that lists them. */
  objects: ReferenceObject[];
}

export interface ReferenceGroup {
  tag: string;
  description: string;
  areas: ReferenceArea[];
}

/** The operations on one thing; a page of the reference. */
export interface ReferenceArea {
  slug: string;
  title: string;
  tag: string;
  operations: ReferenceOperation[];
}

export interface ReferenceOperation {
  /** Fragment of its address on the page. */
  id: string;
  method: string;
  path: string;
  /** Null where no key is needed. */
  scope: string | null;
  summary: string;
  description: string | null;
  parameters: { place: string; fields: Field[] }[];
  body: { required: boolean; fields: Field[]; variants: Variant[] } | null;
  response: {
    status: string;
    object: string | null;
    /** Whether other operations answer the same object: it is described once, on the page of objects. */
    isShared: boolean;
    fields: Field[];
    variants: Variant[];
    example: string | null;
  } | null;
  /** Codes by status; a 422 has none. */
  errors: { status: string; codes: string[] }[];
  /** Whether the answer can be asked for as it was at a sequence. */
  timeTravel: boolean;
  samples: CodeSample[];
}

export interface ReferenceObject {
  name: string;
  description: string | null;
  /** Whether it is part of requests, so that it matters which fields are required. */
  isSent: boolean;
  fields: Field[];
  variants: Variant[];
  /** States that it can be in; null where it has none. */
  states: StateDiagram | null;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const PLACES = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
] as const;

/** Makes the reference from the interface description. */
export function describeReference(document: OpenApiDocument): ApiReference {
  const areas = new Map<string, ReferenceArea>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = methods[method] as OpenApiOperation | undefined;
      if (operation === undefined) continue;
      const tag = operation.tags?.[0] ?? "other";
      const [slug, title] = areaOf(operation.operationId ?? "", tag);
      const area = areas.get(slug) ?? { slug, title, tag, operations: [] };
      area.operations.push(toOperation(document, method.toUpperCase(), path, operation));
      areas.set(slug, area);
    }
  }
  const tags = document.tags ?? [];
  const known = new Set(tags.map((tag) => tag.name));
  const others = [...areas.values()]
    .filter((area) => !known.has(area.tag))
    .map((area) => ({ name: area.tag, description: "" }));
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? "",
    origin: document.servers?.[0]?.url ?? "",
    groups: [...tags, ...others]
      .map((tag) => ({
        tag: tag.name,
        description: tag.description ?? "",
        areas: [...areas.values()].filter((area) => area.tag === tag.name),
      }))
      .filter((group) => group.areas.length > 0),
    objects: Object.entries(document.components?.schemas ?? {})
      .map(([name, schema]) => ({
        name,
        description: schema.description ?? null,
        // Only what is sent refuses fields it does not know.
        isSent: schema.additionalProperties === false,
        states: schema["x-states"] ?? null,
        ...componentShape(document, schema),
      }))
      .filter(({ fields, variants, description }) => fields.length > 0 || variants.length > 0 || description !== null),
  };
}

/** `dialogueNodes_update` is in the area "Dialogue nodes" at `dialogue-nodes`; an id without an area goes by its tag. */
function areaOf(operationId: string, tag: string): [slug: string, title: string] {
  const name = operationId.includes("_") ? operationId.slice(0, operationId.indexOf("_")) : tag;
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return [words.replaceAll(" ", "-"), words.charAt(0).toUpperCase() + words.slice(1)];
}

function toOperation(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OpenApiOperation,
): ReferenceOperation {
  const parameters = (operation.parameters ?? []).flatMap(
    (parameter) => resolveComponent(document.components?.parameters, parameter) ?? [],
  );
  const media = jsonOf(operation.requestBody?.content);
  const { scope, description } = scopeAndDescription(operation);
  return {
    id: operation.operationId ?? `${method.toLowerCase()}${path.replaceAll(/\W+/g, "-")}`,
    method,
    path,
    scope,
    summary: operation.summary ?? `${method} ${path}`,
    description,
    parameters: PLACES.map(([place, title]) => ({
      place: title,
      fields: parametersIn(document, parameters, place),
    })).filter(({ fields }) => fields.length > 0),
    body:
      media?.schema === undefined
        ? null
        : { required: operation.requestBody?.required ?? false, ...shapeOf(document, media.schema) },
    response: responseOf(document, path, operation),
    errors: errorsOf(document, operation),
    timeTravel: parameters.some((parameter) => parameter.name === "at_seq"),
    samples: codeSamples({
      method,
      path,
      query: parameters
        .filter((p) => p.in === "query" && p.required === true)
        .map((p) => [p.name, requiredValue(document, p)]),
      body: media === null ? undefined : exampleOf(document, media),
      key: scope !== null,
      answers: answersOf(document, operation),
    }),
  };
}

function requiredValue(document: OpenApiDocument, parameter: OpenApiParameter): string {
  const value = parameter.schema === undefined ? "" : exampleOf(document, { schema: parameter.schema });
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The scope is a sentence at the end of the description, so that every reader of the document sees it. */
function scopeAndDescription(operation: OpenApiOperation): { scope: string | null; description: string | null } {
  const text = operation.description ?? "";
  const match = /\s*Requires the scope `([\w:]+)`\.\s*$/.exec(text);
  const own = match === null ? text : text.slice(0, match.index);
  return { scope: match?.[1] ?? null, description: own.trim() === "" ? null : own.trim() };
}

function parametersIn(document: OpenApiDocument, parameters: readonly OpenApiParameter[], place: string): Field[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({
      ...fieldOf(document, parameter.name, parameter.schema ?? {}, parameter.required ?? false),
      ...(parameter.description !== undefined && { description: parameter.description }),
    }));
}

function jsonOf(content: Record<string, OpenApiMedia> | undefined): OpenApiMedia | null {
  return content?.["application/json"] ?? content?.["text/event-stream"] ?? null;
}

function responsesOf(
  document: OpenApiDocument,
  operation: OpenApiOperation,
): [status: string, response: OpenApiResponse][] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
    const resolved = resolveComponent(document.components?.responses, response);
    return resolved === null ? [] : [[status, resolved] as [string, OpenApiResponse]];
  });
}

/** The first successful response of an operation. */
function successOf(document: OpenApiDocument, operation: OpenApiOperation) {
  return responsesOf(document, operation).find(([status]) => status.startsWith("2"));
}

function responseOf(
  document: OpenApiDocument,
  path: string,
  operation: OpenApiOperation,
): ReferenceOperation["response"] {
  const success = successOf(document, operation);
  if (success === undefined) return null;
  const media = jsonOf(success[1].content);
  if (media?.schema === undefined) {
    return { status: success[0], object: null, isShared: false, fields: [], variants: [], example: null };
  }
  const object = fieldOf(document, "", media.schema, true).object;
  // What one operation alone answers is named after it; any other object has a name of its own.
  const isShared = media.schema.$ref !== undefined && object !== null && !object.endsWith("Response");
  const example = exampleOf(document, media, path);
  return {
    status: success[0],
    object,
    isShared,
    ...shapeOf(document, media.schema),
    example: example === undefined ? null : prettyJson(example),
  };
}

/** The content of a successful answer, by its media type. */
function answersOf(document: OpenApiDocument, operation: OpenApiOperation): CurlRequest["answers"] {
  const types = Object.keys(successOf(document, operation)?.[1].content ?? {});
  if (types.length === 0) return "nothing";
  if (types.includes("application/json")) return "json";
  return types.includes("text/event-stream") ? "events" : "text";
}

function errorsOf(document: OpenApiDocument, operation: OpenApiOperation): ReferenceOperation["errors"] {
  return responsesOf(document, operation)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, response]) => ({ status, codes: Object.keys(jsonOf(response.content)?.examples ?? {}) }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

/** The area at an address, or null. */
export function findArea(reference: ApiReference, slug: string): ReferenceArea | null {
  return reference.groups.flatMap((group) => group.areas).find((area) => area.slug === slug) ?? null;
}
