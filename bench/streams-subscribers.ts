// Subscribers of a stream, in a process of their own: raw sockets that read server-sent events, are cut again and again, come
// back with Last-Event-ID, and keep count of what arrived when, what is missing and what came twice.
import { connect, type Socket } from "node:net";

/** Streams to open: `keys` in turn, so that no caller has too many. */
export interface Opening {
  readonly port: number;
  readonly path: string;
  readonly keys: readonly string[];
  readonly subscribers: number;
  /** Average time between cuts of a connection, in milliseconds. */
  readonly cutEveryMs: number;
}

/** The end of a run: the last sequence, and when each was committed, in milliseconds of the machine's clock. */
export interface Ending {
  readonly last: number;
  readonly commits: readonly (readonly [seq: number, at: number])[];
}

/** Counts of the subscribers. */
export interface SubscriberCounts {
  /** Milliseconds from a commit to its arrival at one that was connected and up to date. */
  readonly p50: number;
  readonly p99: number;
  readonly arrivals: number;
  readonly reconnects: number;
  /** Number of connections refused at first. */
  readonly refusals: number;
  readonly duplicates: number;
  /** Sequences that were passed over. */
  readonly lost: number;
  /** Sequences that had not come when patience ended. */
  readonly late: number;
}

/** A connection that is cut stays away for up to this long. */
const AWAY_MS = 300;
/** Time that stragglers have after the last commit. */
const PATIENCE_MS = 30_000;

const now = () => Number(process.hrtime.bigint()) / 1e6;

class Subscriber {
  readonly #opening: Opening;
  readonly #key: string;
  /** Arrival time of each sequence, except those read while catching up. */
  readonly arrivals = new Map<number, number>();
  last = -1;
  duplicates = 0;
  skipped = 0;
  reconnects = -1;
  refusals = 0;
  #socket: Socket | null = null;
  /** The head when the connection was made: what is not beyond it was caught up with. */
  #head = Number.POSITIVE_INFINITY;
  #text = "";
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #opened: (() => void) | null = null;

  constructor(opening: Opening, key: string) {
    this.#opening = opening;
    this.#key = key;
  }

  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#opened = resolve;
      this.#connect();
    });
  }

  /** Cuts the connection at some time from now on, and again and again. */
  suffer(): void {
    const { cutEveryMs } = this.#opening;
    if (cutEveryMs === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#socket?.destroy();
        this.suffer();
      },
      cutEveryMs * (0.5 + Math.random()),
    );
  }

  /** Cuts it no more. */
  recover(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    const { port, path } = this.#opening;
    this.#head = Number.POSITIVE_INFINITY;
    this.#text = "";
    this.reconnects += 1;
    const socket = connect(port, "127.0.0.1");
    this.#socket = socket;
    const resume = this.last === -1 ? "" : `Last-Event-ID: ${this.last}\r\n`;
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${this.#key}\r\n${resume}\r\n`,
    );
    socket.on("data", (text: string) => {
      if (socket === this.#socket) this.#take(text);
    });
    socket.on("error", () => {});
    // Whoever cut it, it comes back.
    socket.on("close", () => {
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#connect(), Math.random() * AWAY_MS);
    });
  }

  /** Takes whole messages; the lengths of chunks between them are passed over. */
  #take(text: string): void {
    const all = this.#text + text;
    const end = all.lastIndexOf("\n\n");
    if (/^HTTP\/1\.1 (?!200)/.test(all)) {
      // Places of connections that were cut are free when the server has noticed.
      this.refusals += 1;
      this.#socket?.destroy();
      return;
    }
    if (end === -1) {
      this.#text = all;
      return;
    }
    this.#text = all.slice(end + 2);
    const at = now();
    for (let from = all.indexOf("\nid: "); from !== -1 && from < end; from = all.indexOf("\nid: ", from + 5)) {
      const lineEnd = all.indexOf("\n", from + 5);
      const seq = Number(all.slice(from + 5, lineEnd));
      if (all.startsWith("event: ready", lineEnd + 1)) {
        this.#head = Number(/"head":(\d+)/.exec(all.slice(lineEnd, lineEnd + 200))?.[1]);
        if (this.last === -1) this.last = seq;
        this.#opened?.();
        this.#opened = null;
      } else if (all.startsWith("event: event", lineEnd + 1)) {
        if (seq <= this.last) this.duplicates += 1;
        else {
          this.skipped += seq - this.last - 1;
          this.last = seq;
          if (seq > this.#head) this.arrivals.set(seq, at);
        }
      }
    }
  }
}

let subscribers: Subscriber[] = [];

async function begin(opening: Opening): Promise<void> {
  subscribers = Array.from(
    { length: opening.subscribers },
    (_, index) => new Subscriber(opening, opening.keys[index % opening.keys.length] ?? ""),
  );
  for (let at = 0; at < subscribers.length; at += 50) {
    await Promise.all(subscribers.slice(at, at + 50).map((each) => each.open()));
  }
  for (const each of subscribers) each.suffer();
}

async function finish({ last, commits }: Ending): Promise<SubscriberCounts> {
  for (const each of subscribers) each.recover();
  const deadline = now() + PATIENCE_MS;
  while (subscribers.some((each) => each.last < last) && now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const waits: number[] = [];
  const moments = new Map(commits);
  for (const { arrivals } of subscribers) {
    for (const [seq, at] of arrivals) {
      const moment = moments.get(seq);
      if (moment !== undefined) waits.push(at - moment);
    }
  }
  const sorted = Float64Array.from(waits).sort();
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  const sum = (of: (each: Subscriber) => number) => subscribers.reduce((total, each) => total + of(each), 0);
  for (const each of subscribers) each.close();
  return {
    p50: at(0.5),
    p99: at(0.99),
    arrivals: sorted.length,
    reconnects: sum(({ reconnects }) => reconnects),
    refusals: sum(({ refusals }) => refusals),
    duplicates: sum(({ duplicates }) => duplicates),
    lost: sum(({ skipped }) => skipped),
    late: sum((each) => Math.max(0, last - each.last)),
  };
}

process.on("message", async (message: { begin: Opening } | { finish: Ending }) => {
  if ("begin" in message) {
    await begin(message.begin);
    process.send?.({ begun: true });
  } else process.send?.(await finish(message.finish));
});
process.on("disconnect", () => process.exit());
