// Listeners of conversations, in a process of their own: raw sockets that read server-sent events, are cut again and again, come
// back with Last-Event-ID, and keep what arrived when.
import { connect, type Socket } from "node:net";

/** A stream to follow. */
export interface Listener {
  readonly path: string;
  readonly token: string;
}

/** Streams to open. */
export interface Opening {
  readonly port: number;
  readonly listeners: readonly Listener[];
  /** Average time between cuts of a connection, in milliseconds. */
  readonly cutEveryMs: number;
}

/** Record of one listener. */
export interface ListenerRecord {
  /** Numbers of messages in the order in which they came, with the time of the machine's clock in milliseconds. */
  readonly arrivals: readonly (readonly [number: number, at: number, isLive: boolean])[];
  readonly reconnects: number;
}

/** A connection that is cut stays away for up to this long. */
const AWAY_MS = 300;

const now = () => Number(process.hrtime.bigint()) / 1e6;

class Stream {
  readonly #port: number;
  readonly #listener: Listener;
  readonly arrivals: [number, number, boolean][] = [];
  reconnects = -1;
  #last: string | null = null;
  #head = 0;
  #socket: Socket | null = null;
  #text = "";
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #opened: (() => void) | null = null;

  constructor(port: number, listener: Listener) {
    this.#port = port;
    this.#listener = listener;
  }

  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#opened = resolve;
      this.#connect();
    });
  }

  /** Cuts the connection at some time from now on, and again and again. */
  suffer(everyMs: number): void {
    if (everyMs <= 0) return;
    this.#timer = setTimeout(
      () => {
        this.#socket?.destroy();
        this.suffer(everyMs);
      },
      Math.random() * 2 * everyMs,
    );
  }

  recover(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    const { path, token } = this.#listener;
    this.#text = "";
    this.reconnects += 1;
    const socket = connect(this.#port, "127.0.0.1");
    this.#socket = socket;
    const resume = this.#last === null ? "" : `Last-Event-ID: ${this.#last}\r\n`;
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${resume}\r\n`);
    socket.on("data", (text: string) => {
      if (socket === this.#socket) this.#take(text);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#connect(), Math.random() * AWAY_MS);
    });
  }

  /** Takes whole messages; the lengths of chunks between them are passed over. */
  #take(text: string): void {
    const all = this.#text + text;
    if (/^HTTP\/1\.1 (?!200)/.test(all)) {
      this.#socket?.destroy();
      return;
    }
    const end = all.lastIndexOf("\n\n");
    if (end === -1) {
      this.#text = all;
      return;
    }
    this.#text = all.slice(end + 2);
    const at = now();
    for (const [, id = "", event, data = ""] of all
      .slice(0, end + 1)
      .matchAll(/\nid: (\d+)\nevent: (\w+)\ndata: (.*)\n/g)) {
      this.#last = id;
      if (event === "message") this.arrivals.push([Number(id), at, Number(id) > this.#head]);
      if (event !== "ready") continue;
      this.#head = Number(/"head":(\d+)/.exec(data)?.[1]);
      this.#opened?.();
      this.#opened = null;
    }
  }
}

let streams: Stream[] = [];

async function begin({ port, listeners, cutEveryMs }: Opening): Promise<void> {
  streams = listeners.map((listener) => new Stream(port, listener));
  for (let at = 0; at < streams.length; at += 50) {
    await Promise.all(streams.slice(at, at + 50).map((each) => each.open()));
  }
  for (const each of streams) each.suffer(cutEveryMs);
}

/** Silence after which nothing more is waited for, in milliseconds. */
const SILENCE_MS = 3_000;

/** Waits until nothing more comes, no longer than patience lasts, and tells what each heard. */
async function finish(patienceMs: number): Promise<ListenerRecord[]> {
  for (const each of streams) each.recover();
  const arrived = () => streams.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  const deadline = now() + patienceMs;
  for (let before = -1; before !== arrived() && now() < deadline; ) {
    before = arrived();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  }
  for (const each of streams) each.close();
  return streams.map(({ arrivals, reconnects }) => ({ arrivals, reconnects }));
}

process.on("message", async (message: { begin: Opening } | { finish: number }) => {
  if ("begin" in message) {
    await begin(message.begin);
    process.send?.({ begun: true });
  } else process.send?.(await finish(message.finish));
});
process.on("disconnect", () => process.exit());
