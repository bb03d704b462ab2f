import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import type { Answer } from "../operation/idempotency.ts";
import type { Resumption } from "../operation/operation.ts";
import type { OpenStream } from "../operation/streams.ts";
import type { ApiRequest, ApiResponse, TextStream } from "./exchange.ts";

/** How long a client waits before it comes back after a cut. */
const RETRY_MS = 2_000;

const HEADERS = {
  "content-type": "text/event-stream",
  // Without `no-transform` a proxy, or Next, compresses: and holds messages back until it has enough of them.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** A header that names the last message wins over the query: a reconnecting client repeats the address it began with. */
export function resumeAt(
  request: ApiRequest,
  { parameter }: Resumption,
  query: Record<string, unknown>,
  mistakes: ValidationItem[],
): void {
  const id = request.header("last-event-id")?.trim() ?? "";
  if (id === "") return;
  if (/^\d{1,16}$/.test(id)) query[parameter] = id;
  else {
    const failure = valueError("Last-Event-ID must be the id of a message of this stream, such as 12");
    mistakes.push(itemAt(["header", "last-event-id"], failure, id.slice(0, 256)));
  }
}

/** An opened stream as server-sent events. */
export function eventStream(
  answer: Answer,
  resumption: Resumption,
  { heartbeatMs, headersOnly }: { heartbeatMs: number; headersOnly: boolean },
): ApiResponse {
  const messages = answer.body as OpenStream;
  const response: ApiResponse = { status: answer.status, headers: { ...answer.headers, ...HEADERS }, body: null };
  if (headersOnly) messages.close();
  else response.stream = toText(messages, resumption, heartbeatMs);
  return response;
}

interface Message {
  type: string;
  data: unknown;
}

function toText(messages: OpenStream, { idOf }: Resumption, heartbeatMs: number): TextStream {
  const iterator = messages[Symbol.asyncIterator]();
  let waiting: Promise<IteratorResult<unknown>> | null = null;
  let isFirst = true;
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    waiting ??= iterator.next();
    const result = await withinOrNull(waiting, heartbeatMs);
    if (result === null) return { done: false, value: ":\n\n" };
    waiting = null;
    if (result.done === true) return { done: true, value: undefined };
    const message = result.value as Message;
    const text = frame(message, idOf(message as never));
    const value = isFirst ? `retry: ${RETRY_MS}\n${text}` : text;
    isFirst = false;
    return { done: false, value };
  };
  const close = async (): Promise<IteratorResult<string, undefined>> => {
    messages.close();
    return { done: true, value: undefined };
  };
  return {
    close: () => messages.close(),
    over: messages.over,
    [Symbol.asyncIterator]: () => ({ next, return: close }),
  };
}

/** One message. JSON has no line breaks of its own, so its data is one line. */
function frame({ type, data }: Message, id: string | null): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function withinOrNull<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
