import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import type { Answer } from "../operation/idempotency.ts";
import type { Resumption } from "../operation/operation.ts";
import type { OpenStream } from "../operation/streams.ts";
import type { ApiRequest, ApiResponse, TextStream } from "./exchange.ts";

/** Time that a client waits before it reconnects after a cut. */
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
  let taker: ((result: IteratorResult<string, undefined>) => void) | null = null;
  let isFirst = true;
  // One timer for the whole stream: thousands of streams are told of each event.
  const silence = setTimeout(() => {
    taker?.({ done: false, value: ":\n\n" });
    taker = null;
    silence.refresh();
  }, heartbeatMs).unref();
  const toResult = (result: IteratorResult<unknown>): IteratorResult<string, undefined> => {
    waiting = null;
    taker = null;
    if (result.done === true) {
      clearTimeout(silence);
      return { done: true, value: undefined };
    }
    const message = result.value as Message;
    const text = frame(message, idOf(message as never));
    const value = isFirst ? `retry: ${RETRY_MS}\n${text}` : text;
    isFirst = false;
    return { done: false, value };
  };
  const next = () =>
    new Promise<IteratorResult<string, undefined>>((resolve, reject) => {
      taker = resolve;
      silence.refresh();
      waiting ??= iterator.next();
      waiting.then(
        (result) => {
          // After a silence, whoever asks next waits for the same message.
          if (taker === resolve) resolve(toResult(result));
        },
        (error: unknown) => {
          clearTimeout(silence);
          reject(error);
        },
      );
    });
  const close = () => {
    clearTimeout(silence);
    messages.close();
  };
  return {
    close,
    over: messages.over,
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        close();
        return { done: true, value: undefined };
      },
    }),
  };
}

/** Frames of event messages, while the events live: one frame serves every stream of its project. */
const frames = new WeakMap<object, string>();

/** One message. JSON has no line breaks of its own, so its data is one line. */
function frame({ type, data }: Message, id: string | null): string {
  const known = id !== null && typeof data === "object" && data !== null ? data : null;
  let text = known === null ? undefined : frames.get(known);
  if (text !== undefined) return text;
  text = `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  if (known !== null) frames.set(known, text);
  return text;
}
