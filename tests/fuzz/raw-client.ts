import { connect, type Socket } from "node:net";

/** Request as it is sent; no part of it has to be correct. */
export interface RawRequest {
  method: string;
  /** Latin-1: one character a byte. */
  target: string;
  /** Latin-1, in order, as often as they are given. */
  headers: [name: string, value: string][];
  body: Uint8Array | null;
  /** Framing of the body: its length, chunks, or `cut`, which promises more than it sends and disconnects. */
  framing: "length" | "chunked" | "cut";
}

/** Answer to a raw request; status 0 when the connection ended without an answer. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
  ms: number;
}

/** Connection that is kept as long as the server keeps it, with one request on it at a time. */
export class RawClient {
  readonly #port: number;
  readonly #patienceMs: number;
  #socket: Socket | null = null;

  constructor(port: number, patienceMs: number) {
    this.#port = port;
    this.#patienceMs = patienceMs;
  }

  /** Sends a request and waits for its answer. Rejects when none comes in time. */
  async send(request: RawRequest): Promise<RawAnswer> {
    const begun = performance.now();
    const socket = this.#open();
    const reader = new AnswerReader(request.method === "HEAD");
    const answer = await new Promise<Omit<RawAnswer, "ms">>((resolve, reject) => {
      const done = (found: Omit<RawAnswer, "ms">): void => {
        clearTimeout(timer);
        socket.removeAllListeners("data").removeAllListeners("close").removeAllListeners("error");
        socket.on("error", () => {});
        resolve(found);
      };
      const patienceMs = this.#patienceMs + askedToWaitMs(request.target);
      const timer = setTimeout(() => {
        this.close();
        reject(new Error(`no answer within ${patienceMs} ms`));
      }, patienceMs);
      socket.on("data", (part: Buffer) => {
        const found = reader.take(part);
        if (found !== null) done(found);
      });
      // What is refused is refused, whether the server waits for the rest of it or not.
      socket.on("error", () => {});
      socket.on("close", () => done(reader.atEnd()));
      write(socket, request);
    });
    const isEndless = answer.headers.get("content-type") === "text/event-stream";
    if (isEndless || answer.status === 0 || /close/i.test(answer.headers.get("connection") ?? "") || socket.destroyed)
      this.close();
    return { ...answer, ms: performance.now() - begun };
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket === null || this.#socket.destroyed || !this.#socket.writable) {
      this.#socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    }
    return this.#socket;
  }
}

function write(socket: Socket, { method, target, headers, body, framing }: RawRequest): void {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body !== null) {
    if (framing === "chunked") lines.push("transfer-encoding: chunked");
    else lines.push(`content-length: ${body.length + (framing === "cut" ? 10 : 0)}`);
  }
  socket.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  if (body === null) return;
  if (framing !== "chunked") {
    if (body.length > 0) socket.write(body);
    if (framing === "cut") socket.end();
    return;
  }
  for (let at = 0; at < body.length; at += 7_000) {
    const part = body.subarray(at, at + 7_000);
    socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    socket.write("\r\n");
  }
  socket.write("0\r\n\r\n");
}

/** Reads one answer from the bytes of a connection. */
class AnswerReader {
  readonly #headOnly: boolean;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(headOnly: boolean) {
    this.#headOnly = headOnly;
  }

  /** The answer, as soon as it is whole. */
  take(part: Buffer): Omit<RawAnswer, "ms"> | null {
    this.#bytes = this.#bytes.length === 0 ? part : Buffer.concat([this.#bytes, part]);
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end === -1) return null;
    const { status, headers } = readHead(this.#bytes.toString("latin1", 0, end));
    if (status === 100) {
      this.#bytes = this.#bytes.subarray(end + 4);
      return this.take(Buffer.alloc(0));
    }
    const rest = this.#bytes.subarray(end + 4);
    if (this.#headOnly || status === 204 || status === 304) return { status, headers, body: "" };
    // A stream has no end to wait for: that it began is its answer.
    if (headers.get("content-type") === "text/event-stream") return { status, headers, body: "" };
    if (headers.get("transfer-encoding") === "chunked") {
      const body = readChunks(rest);
      return body === null ? null : { status, headers, body };
    }
    const length = headers.get("content-length");
    if (length === undefined || rest.length < Number(length)) return null;
    return { status, headers, body: rest.toString("utf8", 0, Number(length)) };
  }

  /** Returns the answer read by the time the connection ends. */
  atEnd(): Omit<RawAnswer, "ms"> {
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end === -1) return { status: 0, headers: new Map(), body: "" };
    return { ...readHead(this.#bytes.toString("latin1", 0, end)), body: this.#bytes.toString("utf8", end + 4) };
  }
}

function readHead(head: string): { status: number; headers: Map<string, string> } {
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(first.split(" ")[1]), headers: new Map(headers) };
}

function readChunks(bytes: Buffer): string | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line === -1) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (size === 0) return bytes.length >= line + 4 ? Buffer.concat(parts).toString("utf8") : null;
    if (bytes.length < line + 2 + size + 2) return null;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** Returns the wait that a request asks for by `?wait=20`, in milliseconds, at most half a minute. */
export function askedToWaitMs(target: string): number {
  return Math.min(30, Number(/[?&]wait=(\d{1,3})(?=&|$)/.exec(target)?.[1] ?? 0)) * 1_000;
}
