import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { Steps } from "#domain/steps.ts";
import { webhookEvents } from "../../features/webhooks/public.ts";
import { PROBLEMS, type ProblemCode } from "../../kernel/problem-catalogue.ts";
import { READINESS } from "../../kernel/problem-details.ts";
import type { NamedOperation } from "../../operations.ts";
import { resources } from "../../resources.ts";
import { RUNTIME_FILES } from "../runtime-files.ts";
import {
  ERROR_SCHEMAS,
  errorExamples,
  errorResponse,
  NOT_MODIFIED_RESPONSE,
  validationResponse,
} from "./error-responses.ts";
import { GRAPHQL_RESPONSES, GRAPHQL_SCHEMAS, graphqlPaths } from "./graphql-paths.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS, resolvesIn, responseHeaders } from "./headers.ts";
import { JsonSchemas } from "./json-schema.ts";
import { addAllSchemas, describeOperation } from "./operation-object.ts";
import { describeTags } from "./tags.ts";

/** The version of the interface. */
const INTERFACE_VERSION = "1.0.0";

const DESCRIPTION = `An event-sourced, time-travelling record of a story world.

Every state transition in a project is an event with a sequence number. Reads of a project take \`at_seq\` and answer as the
project was at that sequence; every answer names the sequence it is true at in \`X-Project-Seq\`.

Send \`Authorization: Bearer <API_KEY>\` with every request. Bodies are JSON; an operation without a body accepts
\`{}\` as none. Each error links to a page about its code.`;

/** The OpenAPI 3.1 description of the interface, made from the registry in steps. */
export function* describeApi(operations: readonly NamedOperation[], publicUrl: string): Steps<JsonObject> {
  const schemas = new JsonSchemas();
  yield* addAllSchemas(schemas, operations);
  const responses = new Map<string, JsonObject>([
    ["ValidationFailed", validationResponse(publicUrl)],
    ["NotModified", NOT_MODIFIED_RESPONSE],
    ["Unavailable", errorResponse(["unavailable"])],
    ["MethodNotAllowed", errorResponse(["method_not_allowed"])],
    ...GRAPHQL_RESPONSES.map(([name, ...codes]) => [name, errorResponse(codes)] as const),
  ]);
  const paths: Record<string, JsonObject> = {};
  for (const named of operations) {
    const { path, method } = named.operation;
    paths[path] ??= {};
    Object.assign(paths[path], { [method.toLowerCase()]: describeOperation(named, schemas, responses) });
    yield;
  }
  const components = schemas.components();
  yield;
  return {
    openapi: "3.1.0",
    info: {
      title: "Fabula: Project Memory and Narrative Service",
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: "All rights reserved", url: `${publicUrl}/docs` },
    },
    servers: [{ url: publicUrl }],
    tags: describeTags(operations.map(({ area }) => area)).map((tag) => ({ ...tag })),
    security: [{ bearerAuth: [] }],
    paths: { ...paths, ...graphqlPaths(publicUrl), ...KEYLESS_PATHS },
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        bearerAuth: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `sk_live_…`, `sk_test_…`, `pk_live_…`, `pk_test_…`; or the token of a player: `pt_live_…`, `pt_test_…`.",
        },
        shareLink: {
          type: "http",
          scheme: "bearer",
          description:
            "Token of a share link or of an invitation, the part of its address after `#`. It opens one story, or lets one person in.",
        },
      },
      schemas: { ...components, ...GRAPHQL_SCHEMAS, ...ERROR_SCHEMAS },
      responses: Object.fromEntries(responses),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      examples: errorExamples(codesIn([...responses.values()], paths), publicUrl),
    },
  };
}

const SIGNATURE_HEADERS = {
  "webhook-id": "Names the delivery: the same at every attempt, so that what comes twice is known again.",
  "webhook-timestamp": "When it was sent, in seconds since 1970.",
  "webhook-signature": "`v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64; one for each secret.",
};

/** Returns the descriptions of webhook deliveries, one entry per type. */
function describeWebhooks(): JsonObject {
  const described = webhookEvents(resources).map(({ type, subject_type, meaning, schema, example }) => {
    const properties = schema.properties as JsonObject;
    const event = resolvesIn("schemas", "DeliveredEvent");
    const data =
      subject_type === null
        ? withItems(properties.data as JsonObject, event)
        : { allOf: [event, { type: "object", properties: { kind: { const: type } } }] };
    const parameters = Object.entries(SIGNATURE_HEADERS).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    }));
    const post = {
      operationId: `webhook_${type.replaceAll(".", "_")}`,
      tags: ["webhooks"],
      summary: type,
      description: meaning,
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { ...schema, properties: { ...properties, data } },
            examples: { event: { value: example } },
          },
        },
      },
      responses: {
        "2XX": { description: "Accepted. Anything else is sent again." },
        "410": { description: "Accepted no more: the webhook is switched off." },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(described) as JsonObject;
}

/** The data of a commit with the schema of its events. */
function withItems(data: JsonObject, event: JsonObject): JsonObject {
  const properties = data.properties as JsonObject;
  return { ...data, properties: { ...properties, events: { ...(properties.events as JsonObject), items: event } } };
}

/** The codes that responses show. */
function codesIn(...described: unknown[]): ProblemCode[] {
  const text = JSON.stringify(described);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => text.includes(`"#/components/examples/${code}"`));
}

function keyless(
  operationId: string,
  summary: string,
  description: string,
  schema: JsonObject,
  more: JsonObject,
): JsonObject {
  return {
    get: {
      operationId,
      tags: ["health"],
      summary,
      description,
      security: [],
      responses: {
        "200": {
          description: summary,
          headers: responseHeaders(["X-Request-Id"]),
          content: { "application/json": { schema } },
        },
        "405": resolvesIn("responses", "MethodNotAllowed"),
        ...more,
      },
    },
  };
}

const STATUS: JsonObject = {
  type: "object",
  properties: { status: { type: "string", description: "Status of the process." } },
  required: ["status"],
};

function readySchema(): JsonObject {
  const schemas = new JsonSchemas();
  const ready = READINESS.extend({ status: z.literal("ready").meta({ description: "All of it works." }) });
  schemas.add(ready, "output");
  return schemas.of(ready, "output");
}

const KEYLESS_PATHS: Record<string, JsonObject> = {
  "/health": keyless("health", "Liveness", "The process answers. Needs no key.", STATUS, {}),
  "/ready": keyless(
    "ready",
    "Readiness",
    "The process and what it stands on can do their work, and no transaction or queue of writes has passed its limit of time. Needs no key.",
    readySchema(),
    { "503": resolvesIn("responses", "Unavailable") },
  ),
  ...Object.fromEntries(
    Object.entries(RUNTIME_FILES).map(([path, { operationId, summary, description, contentType }]) => [
      path,
      {
        get: {
          operationId,
          tags: ["dialogue"],
          summary,
          description,
          security: [],
          responses: {
            "200": {
              description: "The file.",
              headers: responseHeaders(["X-Request-Id"]),
              content: {
                [contentType.split(";")[0] ?? ""]: {
                  schema: contentType.startsWith("application/json")
                    ? { type: "array", items: {} }
                    : { type: "string" },
                },
              },
            },
            "405": resolvesIn("responses", "MethodNotAllowed"),
          },
        },
      },
    ]),
  ),
  "/v1/openapi.json": keyless(
    "openapi",
    "This description",
    "OpenAPI 3.1. Needs no key.",
    { type: "object" },
    {
      "304": resolvesIn("responses", "NotModified"),
    },
  ),
};
