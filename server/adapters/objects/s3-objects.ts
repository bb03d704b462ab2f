import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { Outbound, OutboundAnswer, OutboundFailure, OutboundRequest } from "../../outbound/outbound.ts";
import { type ByteRange, type ObjectStore, ObjectStoreFailure } from "./port.ts";

/** Settings for reaching a bucket. */
export interface S3Settings {
  /** Origin of the store; the bucket is the first part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Deadline of a request and pause before it is repeated, in milliseconds; each further pause is twice as long. */
export interface S3Timings {
  readonly deadlineMs: number;
  readonly pauseMs: number;
}

const TIMINGS: S3Timings = { deadlineMs: 60_000, pauseMs: 200 };
const ATTEMPTS = 4;
/** Bytes asked for at once: an object is read part by part, so that memory does not grow with it. */
const PART_BYTES = 2 * 1024 * 1024;

/** Room for the code of a refusal, where few bytes were asked for. */
const REFUSAL_BYTES = 4 * 1024;

type Method = "PUT" | "GET" | "DELETE";
type Sent = Pick<OutboundRequest, "body" | "maxBytes"> & { readonly headers?: Readonly<Record<string, string>> };

/** Whether the same request may be answered otherwise later: the store is busy, failed, or cannot be reached. */
function isPassing(outcome: OutboundAnswer | OutboundFailure): boolean {
  if (outcome.kind === "failure") return outcome.failure !== "refused_address";
  return outcome.status >= 500 || outcome.status === 429 || outcome.status === 408;
}

/** Objects in a bucket that speaks the interface of S3: Amazon's, R2, MinIO, Ceph and others. */
export class S3Objects implements ObjectStore {
  readonly #settings: S3Settings;
  readonly #outbound: Pick<Outbound, "request">;
  readonly #timings: S3Timings;
  /** Derived keys, each of a day, which the signer keeps. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings, outbound: Pick<Outbound, "request">, timings: S3Timings = TIMINGS) {
    this.#settings = settings;
    this.#outbound = outbound;
    this.#timings = timings;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    // The store refuses bytes that are not of the digest, so what it has taken is what was sent.
    const headers = { "x-amz-content-sha256": digestOf(bytes) };
    const answer = await this.#ask("PUT", key, { headers, body: bytes });
    if (answer.status !== 200) throw refusal("PUT", answer);
  }

  async open(key: string, { start, end }: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const first = await this.#part(key, start, end);
    return first === null ? null : this.#parts(key, first, { start: start + first.length, end });
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#ask("DELETE", key);
    if (![200, 204, 404].includes(answer.status)) throw refusal("DELETE", answer);
  }

  async *#parts(key: string, first: Uint8Array, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    yield first;
    for (let at = start; at <= end; ) {
      const part = await this.#part(key, at, end);
      if (part === null) throw new ObjectStoreFailure("An object was removed while it was read.");
      yield part;
      at += part.length;
    }
  }

  /** Reads bytes from `start` on, up to `end` or the length of a part; null where there is no object. */
  async #part(key: string, start: number, end: number): Promise<Uint8Array | null> {
    const length = Math.min(end - start + 1, PART_BYTES);
    const headers = { range: `bytes=${start}-${start + length - 1}` };
    const answer = await this.#ask("GET", key, { headers, maxBytes: Math.max(length, REFUSAL_BYTES) });
    if (answer.status === 404 && codeOf(answer) !== "NoSuchBucket") return null;
    // A store that knows no ranges would answer 200 with another part than was asked for.
    if (answer.status !== 206) throw refusal("GET", answer);
    if (answer.truncated || answer.body.length !== length)
      throw new ObjectStoreFailure("An object is not as long as it was stored.");
    return answer.body;
  }

  /** Sends a request until it is answered otherwise than by a failure that may pass. Each may be repeated: no key is used twice. */
  async #ask(method: Method, key: string, sent: Sent = {}): Promise<OutboundAnswer> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#send(method, key, sent);
      if (!isPassing(outcome) || attempt === ATTEMPTS) {
        if (outcome.kind === "answer" && !isPassing(outcome)) return outcome;
        throw outcome.kind === "answer" ? refusal(method, outcome) : new ObjectStoreFailure(outcome.message);
      }
      await wait(this.#timings.pauseMs * 2 ** (attempt - 1));
    }
  }

  async #send(method: Method, key: string, sent: Sent): Promise<OutboundAnswer | OutboundFailure> {
    const { endpoint, bucket, ...credentials } = this.#settings;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${key}`,
      headers: { "x-amz-content-sha256": EMPTY, ...sent.headers },
      service: "s3",
      ...credentials,
      cache: this.#signingKeys,
    });
    const { url, headers } = await signer.sign();
    return this.#outbound.request({
      ...sent,
      method,
      url: url.href,
      headers: Object.fromEntries(headers),
      deadlineMs: this.#timings.deadlineMs,
    });
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const EMPTY = digestOf(new Uint8Array());

function refusal(method: Method, answer: OutboundAnswer): ObjectStoreFailure {
  const code = codeOf(answer);
  return new ObjectStoreFailure(
    `The object store answered ${method} with ${answer.status}${code === null ? "" : ` (${code})`}.`,
  );
}

/** Code of a refusal, where the store told one. */
function codeOf({ body }: OutboundAnswer): string | null {
  return /<Code>(\w{1,100})<\/Code>/.exec(Buffer.from(body).toString("latin1"))?.[1] ?? null;
}
