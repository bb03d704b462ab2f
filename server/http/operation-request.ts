import { addressKey } from "../auth/address-key.ts";
import type { Caller } from "../kernel/scope.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import type { Log, Services } from "../operation/context.ts";
import type { Answer } from "../operation/idempotency.ts";
import { endPieces, JsonPieces } from "../operation/json-pieces.ts";
import {
  honoursIdempotencyKey,
  honoursIfMatch,
  type KeyedOperation,
  type Operation,
  type PublicOperation,
} from "../operation/operation.ts";
import { type RawRequest, run, runPublic } from "../operation/run.ts";
import { loggableError } from "../record/database-errors.ts";
import { RequestBody } from "./body.ts";
import {
  asksForFile,
  asksForMessages,
  contentTag,
  matchesNone,
  namesTag,
  prefersMinimal,
  readIfMatch,
} from "./conditions.ts";
import type { ApiRequest, ApiResponse } from "./exchange.ts";
import { fingerprint, readIdempotencyKey } from "./idempotency-key.ts";
import { readQuery } from "./query-string.ts";
import { fileResponse, json, piecesResponse } from "./respond.ts";
import { eventStream, resumeAt } from "./sse.ts";

/** Answers an authenticated REST request through the one runner. */
export async function answerOperation(
  services: Services,
  request: ApiRequest,
  {
    operation,
    params,
    caller,
    requestId,
  }: {
    operation: KeyedOperation;
    params: Record<string, string>;
    caller: Caller;
    requestId: string;
  },
): Promise<ApiResponse> {
  const query = readQuery(request.query);
  const mistakes = [...query.mistakes];
  const { resumption } = operation;
  if (resumption !== null) resumeAt(request, resumption, query.parameters, mistakes);
  const body = new RequestBody(request);
  const raw: RawRequest = {
    caller,
    requestId,
    params,
    query: query.parameters,
    laxQuery: true,
    body: (limitBytes) => readAs(operation, body, limitBytes),
    gone: () => request.gone(),
    mistakes,
    ifMatch: ifMatchOf(request, operation, mistakes),
    idempotency: claimOf(request, operation, caller, body, mistakes),
    takesPieces: true,
    encoding: () => request.encoding(),
    prefersMinimal: prefersMinimal(request.header("prefer")),
    acceptsFile: (mediaType) => asksForFile(request.header("accept"), mediaType),
    acceptsMessages: operation.messages !== null && asksForMessages(request.header("accept")),
    ...(operation.method === "GET" && { hasAnswer: (etag) => namesTag(request.header("if-none-match"), etag) }),
  };
  const answer = await run(operation, services, raw);
  if (answer.isStream === true) {
    return eventStream(answer, resumption, {
      heartbeatMs: services.live.timings.heartbeatMs,
      headersOnly: request.method === "HEAD",
    });
  }
  const headers = withCacheControl(answer.headers);
  // One address answers two forms.
  if (operation.file !== null || operation.messages !== null) headers.vary = "accept";
  if (answer.status === 304) return { status: 304, headers, body: null };
  const response = sentAs(answer, headers);
  if (response.pieces !== undefined) {
    response.pieces = logged(response.pieces, operation, requestId, services.log);
  }
  return operation.method === "GET" ? tagged(response, request) : response;
}

function readAs({ body: schema, takesFile }: Operation, body: RequestBody, limitBytes: number): Promise<unknown> {
  if (schema === undefined) return body.none(limitBytes);
  return takesFile ? body.file(limitBytes) : body.json(limitBytes);
}

function sentAs({ status, body, file }: Answer, headers: Record<string, string>): ApiResponse {
  if (file !== undefined) return fileResponse(status, file, headers);
  return body instanceof JsonPieces ? piecesResponse(status, body, headers) : json(status, body, headers);
}

/** Adds an ETag to a read's response, and empties it where the client has that version already. */
async function tagged(response: ApiResponse, request: ApiRequest): Promise<ApiResponse> {
  // The bytes of pieces are not known before they are sent: without a tag of the record they have none.
  if (response.pieces === undefined) response.headers.etag ??= contentTag(response.body ?? "");
  if (!matchesNone(request.header("if-none-match"), response.headers.etag)) return response;
  if (response.pieces !== undefined) await endPieces(response.pieces);
  const { "content-type": _, ...kept } = response.headers;
  return { status: 304, headers: kept, body: null };
}

/** Answers a REST request that nobody has to show a key for. */
export async function answerPublic(
  services: Services,
  request: ApiRequest,
  { operation, params, requestId }: { operation: PublicOperation; params: Record<string, string>; requestId: string },
): Promise<ApiResponse> {
  const query = readQuery(request.query);
  const mistakes = [...query.mistakes];
  ifMatchOf(request, operation, mistakes);
  const repeatable = readIdempotencyKey(request.header("idempotency-key"), honoursIdempotencyKey(operation));
  if (!repeatable.ok) mistakes.push(repeatable.mistake);
  const body = new RequestBody(request);
  const answer = await runPublic(operation, services, {
    address: addressKey(request.clientAddress),
    authorization: request.header("authorization"),
    requestId,
    params,
    query: query.parameters,
    laxQuery: true,
    body: (limitBytes) => (operation.body === undefined ? body.none(limitBytes) : body.json(limitBytes)),
    mistakes,
  });
  const response = json(answer.status, answer.body, withCacheControl(answer.headers));
  return operation.method === "GET" ? tagged(response, request) : response;
}

/** The pieces of a body; what fails after the first were sent cuts the connection, and only the log can tell why. */
function logged(
  pieces: AsyncIterable<string | Uint8Array>,
  operation: Operation,
  requestId: string,
  log: Log,
): AsyncIterable<string | Uint8Array> {
  const taken = async <T>(next: Promise<T>): Promise<T> => {
    try {
      return await next;
    } catch (error) {
      const fields = {
        request_id: requestId,
        operation: `${operation.method} ${operation.path}`,
        error: loggableError(error),
      };
      log.error(fields, "an answer was cut short");
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      const iterator = pieces[Symbol.asyncIterator]();
      return {
        next: () => taken(iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

function ifMatchOf(request: ApiRequest, operation: Operation, mistakes: ValidationItem[]): RawRequest["ifMatch"] {
  const read = readIfMatch(request.header("if-match"), honoursIfMatch(operation));
  if (read.ok) return read.condition;
  mistakes.push(read.mistake);
  return null;
}

function claimOf(
  request: ApiRequest,
  operation: Operation,
  caller: Caller,
  body: RequestBody,
  mistakes: ValidationItem[],
): RawRequest["idempotency"] {
  const read = readIdempotencyKey(request.header("idempotency-key"), honoursIdempotencyKey(operation));
  if (!read.ok) {
    mistakes.push(read.mistake);
    return null;
  }
  const { key } = read;
  if (key === null) return null;
  return () => ({
    key,
    operation: `${operation.method} ${operation.path}`,
    fingerprint: fingerprint({
      key: caller.sealKey,
      method: request.method,
      path: request.path,
      query: request.query,
      contentType: request.header("content-type"),
      body: body.bytes,
    }),
  });
}

/** Answers are the caller's own: kept by its client at most, and asked about again before they are used. */
function withCacheControl(headers: Answer["headers"]): Answer["headers"] {
  return { "cache-control": "private, no-cache", ...headers };
}
