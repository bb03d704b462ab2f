import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Outbound, OutboundAnswer } from "../../outbound/outbound.ts";
import { failureOfAnswer, failureOfWay } from "./classify.ts";
import { ModelFailure } from "./port.ts";
import { looksLikeEvents, readEvents, type SentEvent, writeEvents } from "./server-sent-events.ts";

/** The guarded client, as far as adapters use it. */
export type WayOut = Pick<Outbound, "request">;

/** Checks that tell a complete answer of a wire format from a broken one. */
export interface WireFormat {
  /**
   * The events that the library is to read: those that it stumbles over are left out or put right.
   *
   * @throws ModelFailure when the stream is broken, or tells of an error
   */
  check(events: readonly SentEvent[]): readonly SentEvent[];
  /** The text in the events so far, whatever state they are in. */
  textOf(events: readonly SentEvent[]): string;
}

/** For everything from the name to the last byte: long answers take minutes. */
const DEADLINE_MS = 180_000;
/** More than the longest answers take on the wire, some 200 bytes a token. */
const MAX_BYTES = 8 * 1_024 * 1_024;
/** Bytes of an answer that the library reads in one turn. */
const PIECE_BYTES = 64 * 1_024;

const DECODERS: Readonly<Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>> =
  {
    gzip: promisify(gunzip),
    "x-gzip": promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  };

/** One request to a provider and its answer, which the library reads only after it was found whole. */
export class Exchange {
  /** Failure on the way, kept here because libraries wrap what is thrown at them. */
  failure: ModelFailure | null = null;
  private readonly chunks: Uint8Array[] = [];
  private sent = false;
  private readonly outbound: WayOut;
  private readonly format: WireFormat;
  private readonly signal: AbortSignal;
  private readonly onBytes: ((bytes: Uint8Array) => void) | null;

  constructor(
    outbound: WayOut,
    format: WireFormat,
    signal: AbortSignal,
    onBytes: ((bytes: Uint8Array) => void) | null = null,
  ) {
    this.outbound = outbound;
    this.format = format;
    this.signal = signal;
    this.onBytes = onBytes;
  }

  /** Whether a request has left, so that somebody may count it. */
  get hasLeft(): boolean {
    return this.sent;
  }

  /** The text that arrived, as far as it can be read. */
  get received(): string {
    return this.format.textOf(readEvents(`${Buffer.concat(this.chunks).toString("utf8")}\n\n`));
  }

  /** Fetch function that the library sends its requests with. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    try {
      return await this.ask(String(input), init);
    } catch (error) {
      this.failure ??= error instanceof ModelFailure ? error : null;
      throw error;
    }
  };

  private async ask(url: string, init: RequestInit | undefined): Promise<Response> {
    this.sent = true;
    const answer = await this.outbound.request({
      url,
      method: "POST",
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === "string" && { body: Buffer.from(init.body) }),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      signal: this.signal,
      onBody: (chunk) => {
        this.chunks.push(chunk);
        this.onBytes?.(chunk);
      },
    });
    if (answer.kind === "failure") throw failureOfWay(answer);
    const text = await bodyText(answer);
    if (answer.status !== 200) throw failureOfAnswer({ ...answer, text }, Date.now());
    if (!looksLikeEvents(text)) throw notAModel(answer);
    const events = this.format.check(readEvents(text));
    return new Response(inTurns(Buffer.from(writeEvents(events))), {
      headers: { "content-type": "text/event-stream" },
    });
  }
}

/** Bytes in pieces, a turn of the event loop for each: the library took 280 ms for 10,000 events at once. */
function inTurns(bytes: Buffer): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      if (from < bytes.length) controller.enqueue(bytes.subarray(from, from + PIECE_BYTES));
      else controller.close();
      from += PIECE_BYTES;
    },
  });
}

/**
 * The body of an answer. One that was packed although nobody asked for it is unpacked within the same limit.
 *
 * @throws ModelFailure for one that is too large or not what its headers say
 */
export async function bodyBytes(
  { headers, body, truncated, status }: OutboundAnswer,
  maxBytes = MAX_BYTES,
): Promise<Uint8Array> {
  if (truncated) throw tooLarge(status);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return body;
  const decode = DECODERS[encoding];
  if (decode === undefined) {
    throw new ModelFailure("request", "The provider answered with an unsupported Content-Encoding.", { status });
  }
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(status);
    throw new ModelFailure("transient", "The provider's answer cannot be unpacked.", { code: "corrupt", status });
  }
}

/**
 * The body of an answer as text.
 *
 * @throws ModelFailure as {@link bodyBytes} does
 */
export async function bodyText(answer: OutboundAnswer): Promise<string> {
  return Buffer.from(await bodyBytes(answer)).toString("utf8");
}

function tooLarge(status: number): ModelFailure {
  return new ModelFailure("request", "The provider's answer is larger than any answer is.", {
    code: "answer_too_large",
    status,
  });
}

/** A success that is no stream: a page, a picture, or another interface of the same server. */
function notAModel({ status, headers }: OutboundAnswer): ModelFailure {
  const isOllama = headers["content-type"]?.includes("ndjson") === true;
  const hint = isOllama ? " Ollama's own interface is not spoken here: its address for this ends in /v1." : "";
  return new ModelFailure("destination", `What answers at this address does not stream as models do.${hint}`, {
    code: "not_a_stream",
    status,
  });
}
