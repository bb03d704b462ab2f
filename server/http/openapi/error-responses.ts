import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import { PROBLEMS, type ProblemCode, VALIDATION } from "../../kernel/problem-catalogue.ts";
import { BATCH_DETAIL, PROBLEM_DETAILS } from "../../kernel/problem-details.ts";
import { type ResponseHeader, resolvesIn, responseHeaders } from "./headers.ts";
import { JsonSchemas } from "./json-schema.ts";

/** Identifies the request in the examples. */
export const EXAMPLE_REQUEST = "5f0c3a52-6f0e-4d8e-9a53-3f1a2b8f7c10";

const SHARED_FIELDS: JsonObject = {
  error: { type: "string", description: "Title of the error, fixed for each code." },
  request_id: { type: ["string", "null"], format: "uuid", description: "Also in the `X-Request-Id` header." },
  message: { type: ["string", "null"], description: "One sentence for a person." },
  doc_url: { type: ["string", "null"], format: "uri", description: "A page about the code." },
  feedback_id: { type: ["string", "null"], description: "Always null." },
};

/** Name of the schema of an error with this code: `NotFoundError`. */
function formName(code: string): string {
  return pascalCase(code).replace(/(?:Error)?$/, "Error");
}

/** The schema of each code's error. */
function errorForms(): Record<string, JsonObject> {
  const details = new JsonSchemas();
  const batch = z.object(BATCH_DETAIL);
  const schemas = Object.keys(PROBLEMS).map((code) => {
    const own: z.ZodObject = (PROBLEM_DETAILS as Partial<Record<string, z.ZodObject>>)[code] ?? batch;
    return [code, own.extend(BATCH_DETAIL)] as const;
  });
  for (const [code, schema] of schemas) details.add(schema, "output", formName(code));
  const components = details.components();
  return Object.fromEntries(
    schemas.map(([code]) => [
      formName(code),
      {
        type: "object",
        description: PROBLEMS[code as ProblemCode].message,
        properties: {
          ...SHARED_FIELDS,
          code: { type: "string", const: code, description: "Error code." },
          detail: {
            description: "Data about it.",
            anyOf: [components[formName(code)] ?? {}, { type: "null" }],
          },
        },
        required: ["error", "code"],
      },
    ]),
  );
}

export const ERROR_SCHEMAS: Record<string, JsonObject> = {
  ...errorForms(),
  APIError: {
    description: "Every error but a failed validation. Codes may be added: fall back to the status for others.",
    oneOf: Object.keys(PROBLEMS).map((code) => resolvesIn("schemas", formName(code))),
    discriminator: {
      propertyName: "code",
      mapping: Object.fromEntries(
        Object.keys(PROBLEMS).map((code) => [code, `#/components/schemas/${formName(code)}`]),
      ),
    },
  },
  HTTPValidationError: {
    type: "object",
    description: "Everything that is wrong with a request, at once: as `APIError`, but for `detail`.",
    properties: {
      ...SHARED_FIELDS,
      code: { type: "string", const: VALIDATION.code, description: "Error code." },
      detail: {
        type: "array",
        items: resolvesIn("schemas", "ValidationError"),
        description: "Each mistake with its place, up to 100; `message` has the number of further ones.",
      },
    },
    required: ["error", "code", "detail"],
  },
  ValidationError: {
    type: "object",
    properties: {
      loc: {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        description: "Where: `body`, `query`, `path` or `header`, then field names and list indexes.",
      },
      msg: { type: "string", description: "Message." },
      type: { type: "string", description: "The kind of mistake, for programs." },
      input: { description: "Received value; masked for secret fields." },
      ctx: { type: "object", additionalProperties: true, description: "Limits that the value was checked against." },
    },
    required: ["loc", "msg", "type"],
  },
};

/** An example body for each of these codes. */
export function errorExamples(codes: readonly ProblemCode[], publicUrl: string): Record<string, JsonObject> {
  return Object.fromEntries(
    codes.map((code) => {
      const body = new Problem(code).body(EXAMPLE_REQUEST, publicUrl);
      return [code, { summary: PROBLEMS[code].message, value: { ...body } }];
    }),
  );
}

/** Response for a client whose copy still holds. */
export const NOT_MODIFIED_RESPONSE: JsonObject = {
  description: "The answer the client has, named by `If-None-Match`, still holds.",
  headers: responseHeaders(["X-Request-Id", "ETag"]),
};

/** The 422 every operation can answer. */
export function validationResponse(publicUrl: string): JsonObject {
  const example = new ValidationProblem([{ type: "missing", loc: ["body", "name"], msg: "Field required", input: {} }]);
  return {
    description: VALIDATION.message,
    headers: responseHeaders(["X-Request-Id"]),
    content: {
      "application/json": {
        schema: resolvesIn("schemas", "HTTPValidationError"),
        example: { ...example.body(EXAMPLE_REQUEST, publicUrl) } as JsonObject,
      },
    },
  };
}

/** A response that carries one of these codes, all of one status. */
export function errorResponse(codes: readonly ProblemCode[]): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].message}`).join("\n\n"),
    headers: responseHeaders(["X-Request-Id", ...codes.flatMap(headersOf)]),
    content: {
      "application/json": {
        schema: resolvesIn("schemas", "APIError"),
        examples: Object.fromEntries(codes.map((code) => [code, resolvesIn("examples", code)])),
      },
    },
  };
}

function headersOf(code: ProblemCode): ResponseHeader[] {
  if (PROBLEMS[code].status === 401) return ["WWW-Authenticate"];
  if (code === "rate_limited") return ["Retry-After", "RateLimit", "RateLimit-Policy"];
  return PROBLEMS[code].status === 429 || PROBLEMS[code].status === 503 ? ["Retry-After"] : [];
}

/** Names of shared error responses, where the name is not that of one code. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  unauthorized: "LinkRequired",
  "unauthorized invalid_api_key": "Unauthorized",
  "insufficient_scope forbidden": "Forbidden",
  "unavailable busy": "Busy",
};

/** The name under which a response with these codes is shared: `NotFound`; null for one that stands at its operation. */
export function responseName(codes: readonly ProblemCode[]): string | null {
  const [code, ...others] = codes;
  const shared = SHARED_NAMES[codes.join(" ")];
  if (shared !== undefined || code === undefined || others.length > 0) return shared ?? null;
  return pascalCase(code);
}

/** `not_found` as part of a name: `NotFound`. */
function pascalCase(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
