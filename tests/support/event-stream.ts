import { setTimeout as sleep } from "node:timers/promises";

/** One message of a stream of server-sent events, or a comment in between. */
export interface Frame {
  readonly id: string | null;
  /** `message` when the stream names none, `comment` for a sign of life. */
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever arrived.
  readonly data: any;
}

/** A stream being read in the background. */
export interface ReadStream {
  readonly status: number;
  readonly headers: Headers;
  readonly frames: readonly Frame[];
  /** The events that have arrived. */
  events(): { seq: number; kind: string; project_id: string; subject_id: string }[];
  /** The first frame that fits, once it is there. */
  first(fits: (frame: Frame) => boolean, patienceMs?: number): Promise<Frame>;
  until(holds: () => boolean, patienceMs?: number): Promise<void>;
  /** Settles when the server has ended the stream, or the connection broke. */
  readonly ended: Promise<void>;
  /** Goes away without a word. */
  cut(): Promise<void>;
}

/** Reads a response as server-sent events. */
export function readStream(response: Response): ReadStream {
  const frames: Frame[] = [];
  const reader = response.body?.getReader();
  const ended = (async () => {
    if (reader === undefined) return;
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      // A cut connection is an end like any other here.
      const part = await reader.read().catch(() => ({ done: true as const, value: undefined }));
      if (part.done) return;
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split(/\n\n+/);
      text = blocks.pop() ?? "";
      for (const block of blocks) if (block !== "") frames.push(frameOf(block));
    }
  })();
  const until = async (holds: () => boolean, patienceMs = 45_000): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    while (!holds()) {
      if (performance.now() > deadline) {
        throw new Error(`it did not happen; the last frames: ${JSON.stringify(frames.slice(-3))}`);
      }
      await sleep(5);
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    frames,
    events: () => frames.filter(({ event }) => event === "event").map(({ data }) => data),
    first: async (fits, patienceMs) => {
      await until(() => frames.some(fits), patienceMs);
      return frames.find(fits) as Frame;
    },
    until,
    ended,
    cut: async () => {
      await reader?.cancel().catch(() => {});
    },
  };
}

function frameOf(block: string): Frame {
  let id: string | null = null;
  let event = "message";
  let data = "";
  let isComment = true;
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
    if (name === "id") id = value;
    if (name === "event") event = value;
    if (name === "data") data = value;
    if (name !== "") isComment = false;
  }
  return { id, event: isComment ? "comment" : event, data: data === "" ? null : JSON.parse(data) };
}
