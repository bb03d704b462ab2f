import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import { PROBLEMS, type ProblemCode, VALIDATION } from "../../kernel/problem-catalogue.ts";
import { EXAMPLE_REQUEST } from "./error-responses.ts";
import { resolvesIn, responseHeaders } from "./headers.ts";

/** Tag of the endpoint. */
const TAG = "graphql";

const object = (description: string): JsonObject => ({
  type: ["object", "null"],
  additionalProperties: true,
  description,
});

/** Shared responses that the endpoint refers to, each with its codes. */
export const GRAPHQL_RESPONSES = [
  ["Unauthorized", "unauthorized", "invalid_api_key"],
  ["Forbidden", "insufficient_scope", "forbidden"],
  ["RateLimited", "rate_limited"],
  ["PayloadTooLarge", "payload_too_large"],
  ["InternalError", "internal_error"],
  ["Busy", "unavailable", "busy"],
] as const satisfies readonly (readonly [string, ...ProblemCode[]])[];

/** Schemas of what GraphQL is sent and answers. */
export const GRAPHQL_SCHEMAS: Record<string, JsonObject> = {
  GraphqlRequest: {
    type: "object",
    properties: {
      query: { type: "string", description: "The document." },
      variables: object("Values of its variables."),
      operationName: {
        type: ["string", "null"],
        description: "The operation to execute, where the document has several.",
      },
      extensions: object("Taken and not used."),
    },
    required: ["query"],
  },
  GraphqlAnswer: {
    type: "object",
    properties: {
      data: object("What was asked for; a field that could not be answered is null."),
      errors: {
        type: "array",
        items: resolvesIn("schemas", "GraphqlError"),
        description: "Reasons of what could not be answered; absent where there are none.",
      },
      extensions: object("`cost` has the `points` that were taken from the rate limit, and the `nodes` of lists."),
    },
  },
  GraphqlError: {
    type: "object",
    properties: {
      message: { type: "string", description: "One sentence for a person." },
      path: {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        description: "The field that is null for it.",
      },
      locations: {
        type: "array",
        items: { type: "object", additionalProperties: true },
        description: "Its places in the document, as `line` and `column`.",
      },
      extensions: {
        type: "object",
        additionalProperties: true,
        description: "`code`, `error`, `request_id`, `doc_url` and `detail`, as over REST.",
      },
    },
    required: ["message"],
  },
};

/**
 * Describes `/v1/graphql`, which is no operation but asks all of them, and the address of its schema.
 *
 * @param publicUrl - Origin of the pages about error codes.
 */
export function graphqlPaths(publicUrl: string): Record<string, JsonObject> {
  const shared = {
    tags: [TAG],
    security: [{ bearerAuth: ["read"] }],
    "x-publishable-key": true,
    "x-player-token": false,
  };
  return {
    "/v1/graphql": {
      get: {
        ...shared,
        operationId: "graphql_open",
        summary: "Open GraphiQL, or read by GraphQL",
        description:
          "Answers a browser with GraphiQL, an editor for documents. With `query` a program is answered as to a POST, but no mutation is executed.\n\nRequires the scope `read`.",
        parameters: [
          inQuery("query", "The document; GraphiQL, or an error, without it."),
          inQuery("variables", "Values of its variables, as a JSON object."),
          inQuery("operationName", "The operation to execute, where the document has several."),
        ],
        responses: responsesOf(publicUrl, {
          "text/html": { schema: { type: "string", description: "The page." } },
        }),
      },
      post: {
        ...shared,
        operationId: "graphql_execute",
        summary: "Execute a GraphQL document",
        description:
          "Executes a document of queries or mutations of [the schema](/v1/graphql/schema.graphql), as the [guide](/docs/guides/graphql) says. Mutations require the scopes of their operations instead.\n\nRequires the scope `read`.",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: resolvesIn("schemas", "GraphqlRequest"),
              example: {
                query: "query ($id: ID!) { project(id: $id) { name lastSeq } }",
                variables: { id: "prj_01k9hq3a6v2m5rbz4nd7wcfjex" },
              },
            },
          },
        },
        responses: {
          ...responsesOf(publicUrl, {}),
          "413": resolvesIn("responses", "PayloadTooLarge"),
        },
      },
    },
    "/v1/graphql/schema.graphql": {
      get: {
        operationId: "graphql_schema",
        tags: [TAG],
        summary: "The GraphQL schema",
        description: "The schema in GraphQL's own language, for generators of types. Needs no key.",
        security: [],
        responses: {
          "200": {
            description: "The schema.",
            headers: responseHeaders(["X-Request-Id", "ETag"]),
            content: { "text/plain": { schema: { type: "string" } } },
          },
          "304": resolvesIn("responses", "NotModified"),
          "405": resolvesIn("responses", "MethodNotAllowed"),
        },
      },
    },
  };
}

function inQuery(name: string, description: string): JsonObject {
  return { name, in: "query", required: false, description, schema: { type: "string" } };
}

/** The responses of either method: what is refused before the document is looked at has the form of any error. */
function responsesOf(publicUrl: string, others: JsonObject): JsonObject {
  const answer = { schema: resolvesIn("schemas", "GraphqlAnswer") };
  return {
    "200": {
      description: "The answer, also one in which some fields could not be answered.",
      headers: responseHeaders(["X-Request-Id", "RateLimit", "RateLimit-Policy"]),
      content: {
        "application/json": { ...answer, example: { data: { project: { name: "The salt gate", lastSeq: 12 } } } },
        "application/graphql-response+json": answer,
        ...others,
      },
    },
    "400": refusal(publicUrl, ["invalid_query", "query_too_complex"]),
    "401": resolvesIn("responses", "Unauthorized"),
    "403": resolvesIn("responses", "Forbidden"),
    "404": refusal(publicUrl, ["not_found"]),
    "406": refusal(publicUrl, ["answer_too_large"]),
    "422": refusal(publicUrl, [VALIDATION.code]),
    "429": resolvesIn("responses", "RateLimited"),
    "500": resolvesIn("responses", "InternalError"),
    "503": resolvesIn("responses", "Busy"),
  };
}

/** The response in which nothing could be answered, with the status of its first error. */
function refusal(publicUrl: string, codes: readonly (ProblemCode | typeof VALIDATION.code)[]): JsonObject {
  const messageOf = (code: (typeof codes)[number]) =>
    code === VALIDATION.code ? VALIDATION.message : PROBLEMS[code].message;
  const examples = codes.map((code): [string, JsonObject] => {
    const problem = code === VALIDATION.code ? new ValidationProblem([]) : new Problem(code);
    const { message, detail, error, request_id, doc_url } = problem.body(EXAMPLE_REQUEST, publicUrl);
    const extensions = { code, error, request_id, doc_url, detail } as JsonObject;
    return [code, { summary: messageOf(code), value: { errors: [{ message, extensions }] } }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join("\n\n"),
    headers: responseHeaders(["X-Request-Id"]),
    content: {
      "application/json": {
        schema: resolvesIn("schemas", "GraphqlAnswer"),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
