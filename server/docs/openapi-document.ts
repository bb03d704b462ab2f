import type { StateDiagram } from "../operation/ordinary/states.ts";

/** The part of an OpenAPI 3.1 document that the reference reads. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  servers?: readonly { url: string }[];
  tags?: readonly { name: string; description?: string }[];
  paths: Record<string, Record<string, unknown>>;
  components?: {
    schemas?: Record<string, JsonSchema>;
    parameters?: Record<string, OpenApiParameter>;
    responses?: Record<string, OpenApiResponse>;
    headers?: Record<string, unknown>;
  };
}

export interface OpenApiOperation {
  operationId?: string;
  tags?: readonly string[];
  summary?: string;
  description?: string;
  parameters?: readonly (OpenApiParameter | Reference)[];
  requestBody?: { required?: boolean; content?: Record<string, OpenApiMedia> };
  responses?: Record<string, OpenApiResponse | Reference>;
  security?: readonly Record<string, readonly string[]>[];
  [extension: `x-${string}`]: unknown;
}

export interface OpenApiParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

export interface OpenApiResponse {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, OpenApiMedia>;
}

export interface OpenApiMedia {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

export interface Reference {
  $ref: string;
}

/** The keywords of JSON Schema 2020-12 that zod writes and the reference shows. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  example?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema | boolean;
  prefixItems?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  contentSchema?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  writeOnly?: boolean;
  readOnly?: boolean;
  deprecated?: boolean;
  /** States of the object, and the operations that lead from one to another. */
  "x-states"?: StateDiagram;
}

/** The name of the component a reference points at, `Entity` for `#/components/schemas/Entity`. */
export function componentName(reference: string): string {
  return decodeURIComponent(reference.slice(reference.lastIndexOf("/") + 1));
}

/** Follows references to component schemas; keywords beside a `$ref`, such as a description, win over the component's. */
export function resolveSchema(
  document: OpenApiDocument,
  schema: JsonSchema,
): { schema: JsonSchema; name: string | null } {
  let name: string | null = null;
  let resolved = schema;
  for (let hops = 0; resolved.$ref !== undefined && hops < 16; hops++) {
    const { $ref, ...beside } = resolved;
    name = componentName($ref);
    resolved = { ...document.components?.schemas?.[name], ...beside };
  }
  return { schema: resolved, name };
}

/** A value, or the component its reference names. */
export function resolveComponent<T extends object>(
  components: Record<string, T> | undefined,
  value: T | Reference,
): T | null {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  return components?.[componentName(value.$ref)] ?? null;
}
