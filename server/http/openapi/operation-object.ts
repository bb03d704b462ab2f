import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { Steps } from "#domain/steps.ts";
import { SENT_LOGIC } from "../../features/dialogues/public.ts";
import { DeliveredEvent } from "../../features/webhooks/public.ts";
import { PROBLEMS, type ProblemCode } from "../../kernel/problem-catalogue.ts";
import { ANY_FILE, type FileFormats } from "../../operation/file-answer.ts";
import { canBeMinimal } from "../../operation/minimal-answer.ts";
import { honoursIdempotencyKey, honoursIfMatch, needsKey, type Operation } from "../../operation/operation.ts";
import { inputSchemas } from "../../operation/schemas.ts";
import type { NamedOperation } from "../../operations.ts";
import { errorResponse, responseName } from "./error-responses.ts";
import { withMeaning } from "./field-meaning.ts";
import { type REQUEST_HEADERS, type ResponseHeader, resolvesIn, responseHeaders } from "./headers.ts";
import type { JsonSchemas } from "./json-schema.ts";
import { RECORDED_EXAMPLES } from "./recorded-examples.ts";
import { asSent, exampleAsSent } from "./stream-schema.ts";
import { tagOf } from "./tags.ts";

/** Takes in every schema of operations, in steps. What is sent and answered has a name: its own, else that of the operation. */
export function* addAllSchemas(schemas: JsonSchemas, operations: readonly NamedOperation[]): Steps<void> {
  // Conditions and effects are read by a reader of their own and refer to these by name.
  for (const schema of SENT_LOGIC) {
    schemas.add(schema, "input");
    yield;
  }
  for (const named of operations) yield* addSchemas(schemas, named);
  schemas.add(DeliveredEvent, "output");
}

function* addSchemas(schemas: JsonSchemas, { area, name, operation }: NamedOperation): Steps<void> {
  const own = `${capital(area)}${capital(name)}`;
  schemas.add(operation.params, "input");
  schemas.add(inputSchemas(operation).query, "input");
  if (operation.body !== undefined) schemas.add(operation.body, "input", `${own}Request`);
  yield;
  const { resumption } = operation;
  const change = resumption === null ? undefined : (form: JsonObject) => asSent(form, resumption.identified);
  schemas.add(operation.output, "output", `${own}Response`, change);
  if (operation.messages !== null) {
    schemas.add(operation.messages, "output", `${own}Message`, (form) => asSent(form, []));
  }
  yield;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** One operation as OpenAPI describes it. Error responses it needs are put among the shared ones. */
export function describeOperation(
  { area, name, operation }: NamedOperation,
  schemas: JsonSchemas,
  sharedResponses: Map<string, JsonObject>,
): JsonObject {
  const recorded = RECORDED_EXAMPLES[`${area}.${name}`];
  const { resumption } = operation;
  const example = resumption === null ? recorded : exampleAsSent(recorded, resumption.idOf);
  const success = (when: string): JsonObject => successOf(operation, when, schemas, example);
  return {
    operationId: `${area}_${name}`,
    tags: [tagOf(area)],
    summary: operation.summary,
    description: descriptionOf(operation),
    security: securityOf(operation),
    ...(operation.scope !== null && {
      "x-publishable-key": operation.forEveryone,
      "x-player-token": operation.forPlayers !== null,
    }),
    parameters: parametersOf(operation, schemas, `${area}_${name}`),
    ...(operation.body !== undefined && { requestBody: requestBodyOf(operation, schemas.of(operation.body, "input")) }),
    responses: {
      [String(operation.status)]: success(operation.summary),
      ...(operation.otherStatus !== null && {
        [String(operation.otherStatus.status)]: success(operation.otherStatus.when),
      }),
      ...errorsOf(operation, sharedResponses),
    },
  };
}

function securityOf({ scope, byLink }: Operation): JsonObject[] {
  if (scope !== null) return [{ bearerAuth: [scope] }];
  return byLink ? [{ shareLink: [] }] : [];
}

/** The sentence of operations that a publishable key may call. */
const FOR_EVERYONE = "A publishable key may call it, and reads as `everyone`.\n\n";

/** The sentence of operations that the token of a player may call. */
const FOR_PLAYERS = "The token of a player may call it.\n\n";

const typesOf = ({ all }: FileFormats) => [...new Set(Object.values(all).map(({ mediaType }) => mediaType))];

/** The sentence of operations that answer a file too. */
function ofFile(file: FileFormats): string {
  return `With \`Accept: ${ANY_FILE}\`, or the file's own type, it answers the file itself (${typesOf(file)
    .map((type) => `\`${type}\``)
    .join(", ")}).`;
}

/** The sentence of operations that can be followed. */
const FOLLOWED =
  "With `Accept: text/event-stream` it is answered by server-sent events while it is worked on. The last one has the answer.";

function descriptionOf({ file, messages, ...operation }: Operation): string {
  const { scope, byLink, forEveryone, forPlayers } = operation;
  const own = [operation.description, file && ofFile(file), messages && FOLLOWED].filter((text) => text !== null);
  const description = own.length === 0 ? null : own.join("\n\n");
  const keyless = byLink ? "Needs the token of a share link as its bearer." : "Needs no key.";
  const others = `${forEveryone ? FOR_EVERYONE : ""}${forPlayers === null ? "" : FOR_PLAYERS}`;
  const needs = scope === null ? keyless : `${others}Requires the scope \`${scope}\`.`;
  return description === null ? needs : `${description}\n\n${needs}`;
}

function parametersOf(operation: Operation, schemas: JsonSchemas, operationId: string): Json[] {
  const { method } = operation;
  const headers: (keyof typeof REQUEST_HEADERS)[] = [];
  if (operation.resumption !== null) headers.push("LastEventId");
  else if (method === "GET") headers.push("IfNoneMatch");
  if (honoursIdempotencyKey(operation)) headers.push("IdempotencyKey");
  if (honoursIfMatch(operation)) headers.push("IfMatch");
  if (canBeMinimal(operation)) headers.push("Prefer");
  return [
    ...fieldsAs("path", schemas.of(operation.params, "input"), operationId),
    ...fieldsAs("query", schemas.of(inputSchemas(operation).query, "input"), operationId),
    ...headers.map((name) => resolvesIn("parameters", name)),
  ];
}

function fieldsAs(place: "path" | "query", schema: JsonObject, component: string): JsonObject[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([name, field]) => {
    const { description, ...rest } = withMeaning(isJsonObject(field) ? field : {}, name, component);
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function requestBodyOf(operation: Operation, schema: JsonObject): JsonObject {
  return {
    required: !operation.bodyOptional,
    content: {
      "application/json": {
        schema,
        ...(operation.example !== null && { example: operation.example as Json }),
      },
      ...(operation.takesFile && { "*/*": { schema: { type: "string", format: "binary" } } }),
    },
  };
}

function successOf(
  operation: Operation,
  description: string,
  schemas: JsonSchemas,
  example: Json | undefined,
): JsonObject {
  const headers: ResponseHeader[] = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];
  const media = { schema: schemas.of(operation.output, "output"), ...(example !== undefined && { example }) };
  if (operation.resumption !== null) {
    return {
      description:
        "A stream of server-sent events. The schema is that of one message: its `event:`, its `id:` where it has one, and its " +
        "`data:`, which is JSON in one line. Comments, `:`, and one `retry:` may stand between messages.",
      headers: responseHeaders([...headers, "X-Project-Seq"]),
      content: { "text/event-stream": media },
    };
  }
  if (operation.kind.startsWith("project")) headers.push("X-Project-Seq");
  const parameters = inputSchemas(operation).query.shape;
  if ("cursor" in parameters) headers.push("X-Next-Cursor", ...("offset" in parameters ? OFFSET : []));
  if (operation.method === "GET" || !["read", "project-call", "public"].includes(operation.kind)) headers.push("ETag");
  if (honoursIdempotencyKey(operation)) headers.push("Idempotent-Replayed");
  if (canBeMinimal(operation)) headers.push("Preference-Applied");
  if (operation.file !== null) headers.push("Content-Disposition");
  return {
    description,
    headers: responseHeaders(headers),
    content: { "application/json": media, ...filesOf(operation.file), ...messagesOf(operation, schemas) },
  };
}

/** Form of an answer to whoever follows the call. */
function messagesOf({ messages }: Operation, schemas: JsonSchemas): JsonObject {
  return messages === null ? {} : { "text/event-stream": { schema: schemas.of(messages, "output") } };
}

/** Forms of an answer that are files. */
function filesOf(file: FileFormats | null): JsonObject {
  if (file === null) return {};
  const types = [...typesOf(file), ANY_FILE].filter((type) => type !== "application/json");
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string", description: "The file." } }]));
}

const OFFSET = ["X-Next-Offset"] as const;

/** Codes any request can meet, before those the operation names itself. */
function codesOf(operation: Operation): ProblemCode[] {
  const codes: ProblemCode[] = needsKey(operation) ? ["unauthorized", "invalid_api_key", "insufficient_scope"] : [];
  // Tokens of players have no scope, and publishable keys have only this one.
  const isClosed = operation.forPlayers === null || (operation.scope === "read" && !operation.forEveryone);
  if (needsKey(operation) && isClosed) codes.push("forbidden");
  if (operation.path.includes("{")) codes.push("not_found");
  if (operation.kind === "project-write" && !operation.whileArchived) codes.push("project_archived");
  if (honoursIdempotencyKey(operation)) codes.push("idempotency_key_reused");
  if (operation.method !== "GET") codes.push("payload_too_large");
  if (operation.body !== undefined) codes.push("unsupported_media_type");
  codes.push("rate_limited", "internal_error", "unavailable");
  if (operation.kind.endsWith("write") || operation.kind === "public") codes.push("busy");
  return [...new Set([...codes, ...operation.errors])];
}

function errorsOf(operation: Operation, shared: Map<string, JsonObject>): Record<string, JsonObject> {
  const byStatus = Map.groupBy(codesOf(operation), (code) => PROBLEMS[code].status);
  const responses: Record<string, JsonObject> = { "422": resolvesIn("responses", "ValidationFailed") };
  if (operation.method === "GET" && operation.resumption === null)
    responses["304"] = resolvesIn("responses", "NotModified");
  for (const [status, codes] of byStatus) {
    const name = responseName(codes);
    if (name === null) {
      responses[String(status)] = errorResponse(codes);
      continue;
    }
    if (!shared.has(name)) shared.set(name, errorResponse(codes));
    responses[String(status)] = resolvesIn("responses", name);
  }
  return responses;
}
