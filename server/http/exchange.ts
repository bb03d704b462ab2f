import type { Encoding } from "../operation/encoding.ts";

/**
 * A request as the API sees it. Both mounts hand over one of these: building `Request`, `Headers` and `Response` objects
 * costs more than everything else the HTTP layer does (bench/http.ts), so only the mount that has them anyway pays.
 */
export interface ApiRequest {
  /** Upper case. */
  readonly method: string;
  /** Path, still percent-encoded, without the query. */
  readonly path: string;
  /** Query after the `?`, still percent-encoded; empty when there is none. */
  readonly query: string;
  /** The client's address, from the connection or from as many proxies as are trusted. */
  readonly clientAddress: string;
  /** A header by its lower-case name. */
  header(name: string): string | null;
  /** Compression that a body may be made in; null where the client takes none, or the transport compresses for itself. */
  encoding(): Encoding | null;
  /** Aborted, with {@link RequestAborted}, when the client left before it was answered; made when it is first asked for. */
  gone(): AbortSignal;
  /** The whole body; null as soon as it is known to be larger than the limit. */
  read(limitBytes: number): Promise<Uint8Array | null>;
}

/** An answer. Header names are lower case; the mounts add what their transport needs, such as a length. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  /** A body that is made while it is sent. One whose headers tell its length is sent as it is, else compressed where that helps. */
  pieces?: AsyncIterable<string | Uint8Array>;
  /** Compression in which the pieces are; absent, or null, for none. */
  encoding?: Encoding | null;
  /** Stream in place of a body. */
  stream?: ByteStream;
}

/** Bytes that are sent as they come. Those that several streams are given are the same object. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Called when the reader is gone. */
  close(): void;
  /** Aborted when it is over: what its reader does not take soon is not waited for. */
  readonly over: AbortSignal;
}

/** The client went away before its request was whole: nobody is left to be answered. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}

/** Time that a client may go on sending a body nobody reads, after its answer, before the connection is cut. */
export const LINGER_MS = 2_000;
