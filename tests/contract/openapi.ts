import type { ProblemCode } from "#server/kernel/problem-catalogue.ts";
import type { Operation } from "#server/operation/operation.ts";

/** Parts of the interface's own description that the tests read. */
export interface OpenApi {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
    securitySchemes: Record<string, unknown>;
  };
}

export type ErrorCode = ProblemCode;

/** A JSON Schema of the description. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Response>;
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

/** The description of an operation; throws when there is none. */
export function findOperation(document: OpenApi, { method, path }: Operation): DescribedOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

/** The error codes an operation is said to answer. */
export function documentedCodes(document: OpenApi, operation: DescribedOperation): string[] {
  return Object.values(operation.responses).flatMap((response) => {
    const name = response.$ref?.slice("#/components/responses/".length);
    const shared = name === undefined ? response : document.components.responses[name];
    return Object.keys(shared?.content?.["application/json"]?.examples ?? {});
  });
}
