import { jsonText } from "../kernel/json-text.ts";
import { itemAt, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import type { Answer } from "../operation/idempotency.ts";
import type { Resumption } from "../operation/operation.ts";
import type { OpenStream } from "../operation/streams.ts";
import type { ApiRequest, ApiResponse, ByteStream } from "./exchange.ts";

/** Time that a client waits before it reconnects after a cut. */
const RETRY_MS = 2_000;
const RETRY = Buffer.from(`retry: ${RETRY_MS}\n`);
const SIGN_OF_LIFE = Buffer.from(":\n\n");

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

/** Gives no message an id: what a call was answered by cannot be taken up again. */
const noIds = () => null;

/** An opened stream as server-sent events; without a resumption its messages have no ids. */
export function eventStream(
  answer: Answer,
  resumption: Resumption | null,
  { heartbeatMs, headersOnly }: { heartbeatMs: number; headersOnly: boolean },
): ApiResponse {
  const messages = answer.body as OpenStream;
  const response: ApiResponse = { status: answer.status, headers: { ...answer.headers, ...HEADERS }, body: null };
  if (headersOnly) messages.close();
  else response.stream = toBytes(messages, resumption?.idOf ?? noIds, heartbeatMs);
  return response;
}

interface Message {
  type: string;
  data: object;
}

function toBytes(messages: OpenStream, idOf: Resumption["idOf"], heartbeatMs: number): ByteStream {
  const iterator = messages[Symbol.asyncIterator]();
  let waiting: Promise<IteratorResult<readonly unknown[]>> | null = null;
  let taker: ((result: IteratorResult<Uint8Array, undefined>) => void) | null = null;
  let isFirst = true;
  // One timer for the whole stream: thousands of streams are told of each event.
  const silence = setTimeout(() => {
    taker?.({ done: false, value: SIGN_OF_LIFE });
    taker = null;
    silence.refresh();
  }, heartbeatMs).unref();
  const toResult = (result: IteratorResult<readonly unknown[]>): IteratorResult<Uint8Array, undefined> => {
    waiting = null;
    taker = null;
    if (result.done === true) {
      clearTimeout(silence);
      return { done: true, value: undefined };
    }
    const bytes = framed(result.value as Message[], idOf);
    const value = isFirst ? Buffer.concat([RETRY, bytes]) : bytes;
    isFirst = false;
    return { done: false, value };
  };
  const next = () =>
    new Promise<IteratorResult<Uint8Array, undefined>>((resolve, reject) => {
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

/** Bytes of lists of messages, while the lists live: they serve every stream that is given the list. */
const known = new WeakMap<readonly Message[], Buffer>();

function framed(messages: readonly Message[], idOf: Resumption["idOf"]): Buffer {
  let bytes = known.get(messages);
  if (bytes === undefined) {
    bytes = Buffer.from(messages.map((message) => frame(message, idOf(message as never))).join(""));
    known.set(messages, bytes);
  }
  return bytes;
}

/** One message. JSON has no line breaks of its own, so its data is one line. */
function frame({ type, data }: Message, id: string | null): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${type}\ndata: ${jsonText(data)}\n\n`;
}
