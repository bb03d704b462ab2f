import type { Pool } from "undici";
import { apartFromDeadline } from "../record/deadline.ts";
import { Connections } from "./connections.ts";
import { addressProblem, type Destination, type DestinationProblem, readDestination } from "./destination.ts";
import { type Failure, type FailureKind, failureOf } from "./failures.ts";
import { OwnAddresses, type OwnPlaces } from "./own-places.ts";
import { AddressRanges } from "./ranges.ts";
import { createResolve, type Resolve } from "./resolve.ts";

/** A request to somewhere that a tenant named. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** For everything: name, connection, headers and body of the answer. */
  readonly deadlineMs?: number;
  /** Greatest length of the answer's body that is read, in bytes; a longer one is cut. */
  readonly maxBytes?: number;
  /** Ends the request when whoever made it wants no answer any more: `request` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Is told of the answer's body as it comes. */
  readonly onBody?: (chunk: Uint8Array) => void;
}

/** Answer of a destination, whatever its status; a redirect is an answer and is not followed. */
export interface OutboundAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Headers by lower-case name; values of a repeated one are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as it came: nothing is decompressed. */
  readonly body: Uint8Array;
  /** Whether the body was longer than asked for. */
  readonly truncated: boolean;
  readonly tookMs: number;
}

/** Reason why there is no complete answer. */
export interface OutboundFailure {
  readonly kind: "failure";
  readonly failure: FailureKind;
  /** A sentence for a person. */
  readonly message: string;
  /** The status, when the answer broke off behind its headers. */
  readonly status?: number;
  readonly tookMs: number;
}

/** The one way out: every request to an address that is not ours to choose goes through it. */
export interface Outbound {
  /**
   * Returns the reason for never sending to a URL, as far as the URL itself tells: the addresses of a name are checked
   * with each request.
   */
  problemOf(url: string): DestinationProblem | null;
  /** Sends a request. What the other side does, or does not do, is never thrown; only one's own `signal` is. */
  request(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** Parts of an {@link Outbound}. */
export interface OutboundParts {
  /** Ranges that the operator allows beside public addresses. */
  readonly allow: readonly string[];
  readonly own: OwnPlaces;
  /** Name resolution; by the system's name servers by default. */
  readonly resolve?: Resolve;
  /** Certificate authorities to trust instead of the public ones, as PEM. */
  readonly authorities?: readonly string[];
}

/** The whole of a request, unless its caller is in more of a hurry. */
const DEADLINE_MS = 15_000;
const MAX_BYTES = 16 * 1_024;
const USER_AGENT = "Fabula";

/** Makes the guarded client. Nothing is connected before the first request. */
export function createOutbound(parts: OutboundParts): Outbound {
  const resolve = parts.resolve ?? createResolve();
  const policy = { allow: new AddressRanges(parts.allow), own: new OwnAddresses(parts.own, resolve) };
  const connections = new Connections(parts.authorities);

  /** The addresses to dial, or why there are none: one bad address condemns the name. */
  const vet = async (destination: Destination): Promise<readonly string[] | Failure> => {
    const [addresses] = await Promise.all([
      destination.addresses ?? resolve(destination.hostname),
      policy.own.refresh(),
    ]);
    for (const address of addresses) {
      const refused = addressProblem(address, destination, policy);
      if (refused !== null) return { failure: "refused_address", message: refused.message };
    }
    return addresses;
  };

  const send = async (asked: OutboundRequest, destination: Destination, signal: AbortSignal) => {
    const addresses = await beforeAbort(vet(destination), signal);
    if ("failure" in addresses) return addresses;
    const { url } = destination;
    return exchange(connections.to(url, addresses), url, asked, signal);
  };

  return {
    problemOf(text) {
      const destination = readDestination(text, policy);
      return "code" in destination ? destination : null;
    },

    async request(asked) {
      const begun = performance.now();
      const tookMs = () => Math.round(performance.now() - begun);
      const destination = readDestination(asked.url, policy);
      if ("code" in destination) {
        return { kind: "failure", failure: "refused_address", message: destination.message, tookMs: tookMs() };
      }
      const deadlineMs = asked.deadlineMs ?? DEADLINE_MS;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), deadlineMs);
      const signal = asked.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, asked.signal]);
      try {
        const outcome = await apartFromDeadline(() => send(asked, destination, signal));
        if ("failure" in outcome) return { kind: "failure", ...outcome, tookMs: tookMs() };
        return { kind: "answer", ...outcome, tookMs: tookMs() };
      } catch (error) {
        if (asked.signal?.aborted === true) throw asked.signal.reason;
        const { cause, status } = error instanceof BrokenAnswer ? error : { cause: error, status: undefined };
        const failure = deadline.signal.aborted
          ? tooLate(destination.hostname, deadlineMs, status)
          : failureOf(cause, destination.hostname);
        if (failure === null) throw cause;
        return { kind: "failure", ...failure, ...(status !== undefined && { status }), tookMs: tookMs() };
      } finally {
        clearTimeout(timer);
      }
    },

    close: () => connections.close(),
  };
}

/** An answer whose body broke off. */
class BrokenAnswer extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super("the answer broke off", { cause });
    this.status = status;
  }
}

function tooLate(hostname: string, deadlineMs: number, status: number | undefined): Failure {
  const within = `within ${deadlineMs / 1_000} seconds`;
  const message =
    status === undefined
      ? `${hostname} did not answer ${within}.`
      : `${hostname} answered ${status}, but its answer did not end ${within}.`;
  return { failure: "timeout", message };
}

async function exchange(pool: Pool, url: URL, asked: OutboundRequest, signal: AbortSignal) {
  const response = await pool.request({
    path: url.pathname + url.search,
    method: asked.method,
    headers: { "user-agent": USER_AGENT, "accept-encoding": "identity", ...asked.headers },
    body: asked.body ?? null,
    signal,
    // The deadline alone decides.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const status = response.statusCode;
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  try {
    return {
      status,
      headers: Object.fromEntries(headers),
      ...(await readCapped(response.body, asked)),
    };
  } catch (error) {
    throw new BrokenAnswer(status, error);
  }
}

/** Reads so much of a body and leaves the rest where it is; leaving the loop cuts the connection. */
async function readCapped(stream: AsyncIterable<Buffer>, { maxBytes = MAX_BYTES, onBody }: OutboundRequest) {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    onBody?.(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes) as Uint8Array, truncated: length > maxBytes };
}

/** Returns the result of a promise, unless the signal is aborted first. */
async function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    work.catch(() => undefined);
  }
}
