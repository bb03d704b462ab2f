import { describe, expect, test } from "vitest";
import type { StudioClient } from "../../frame/api/client.ts";
import type { LiveEvent, LiveStatus } from "./live-message.ts";
import { HIDDEN_MS, type LiveOptions, openLive, PATIENCE_MS } from "./open-live.ts";

interface Attempt {
  input: { project_id: string; after_seq?: number | undefined };
  isEnded: boolean;
  say(type: string, data: unknown): void;
  event(seq: number, commitSeq?: number): void;
  ready(): void;
  cut(): void;
  refuse(httpStatus: number): void;
}

/** A browser whose time stands still until it is told to pass, and a service that says what it is told to say. */
function world(options: Partial<LiveOptions> = {}) {
  const attempts: Attempt[] = [];
  const timers = new Set<{ at: number; work: () => void }>();
  const frames: (() => void)[] = [];
  const visibility = new Set<() => void>();
  const online = new Set<() => void>();
  let now = 0;
  let isHidden = false;
  const seen: number[][] = [];
  const told: LiveStatus[] = [];
  const client = {
    record: {
      stream: {
        subscribe: (input: Attempt["input"], on: Record<string, (value?: unknown) => void>) => {
          const refusal = (httpStatus: number) => Object.assign(new Error("refused"), { httpStatus });
          const attempt: Attempt = {
            input,
            isEnded: false,
            say: (type, data) => on.onData?.({ type, data }),
            event: (seq, commitSeq = seq) =>
              on.onData?.({ id: String(seq), data: { type: "event", data: { seq, commit_seq: commitSeq } } }),
            ready: () => on.onData?.({ id: "1", data: { type: "ready", data: { seq: 1, head: 1 } } }),
            cut: () => on.onConnectionStateChange?.({ type: "state", state: "connecting", error: new Error("cut") }),
            refuse: (httpStatus) =>
              httpStatus === 401 ? attempt.say("end", { code: "unauthorized" }) : on.onError?.(refusal(httpStatus)),
          };
          attempts.push(attempt);
          return {
            unsubscribe: () => {
              attempt.isEnded = true;
              on.onComplete?.();
            },
          };
        },
      },
    },
  } as StudioClient;
  const live = openLive({
    client,
    projectId: "prj_1",
    afterSeq: 10,
    onEvents: (events: readonly LiveEvent[]) => seen.push(events.map(({ seq }) => seq)),
    onStatus: (status) => told.push(status),
    surroundings: {
      isHidden: () => isHidden,
      onVisibility: (listener) => {
        visibility.add(listener);
        return () => visibility.delete(listener);
      },
      onOnline: (listener) => {
        online.add(listener);
        return () => online.delete(listener);
      },
      nextFrame: (work) => {
        frames.push(work);
        return () => frames.splice(frames.indexOf(work), 1);
      },
      after: (ms, work) => {
        const timer = { at: now + ms, work };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      random: () => 1,
    },
    ...options,
  });
  return {
    live,
    attempts,
    seen,
    told,
    online,
    visibility,
    timers,
    last: () => attempts.at(-1) as Attempt,
    draw: () => {
      for (const work of frames.splice(0)) work();
    },
    pass: (ms: number) => {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.work();
      }
    },
    hide: (hidden: boolean) => {
      isHidden = hidden;
      for (const listener of visibility) listener();
    },
  };
}

describe("events", () => {
  test("of one frame arrive together, in order, and never twice", () => {
    const { last, draw, seen, live } = world();
    expect(last().input).toEqual({ project_id: "prj_1", after_seq: 10 });
    last().ready();
    for (const seq of [11, 12, 12, 11, 13]) last().event(seq);
    expect([seen, live.seq()]).toEqual([[], 10]);
    draw();
    expect([seen, live.seq()]).toEqual([[[11, 12, 13]], 13]);
  });

  test("are handed on by whole commits", () => {
    const { last, draw, seen, live } = world();
    last().ready();
    last().event(11, 12);
    draw();
    expect([seen, live.seq()]).toEqual([[], 10]);
    last().event(12, 12);
    last().event(13, 15);
    draw();
    expect([seen, live.seq()]).toEqual([[[11, 12]], 12]);
  });

  test("after a hole, the stream is taken up again before it", () => {
    const { last, attempts, pass } = world();
    last().ready();
    last().event(11);
    last().event(13);
    expect(last().isEnded).toBe(true);
    pass(1_000);
    expect([attempts.length, last().input.after_seq]).toEqual([2, 11]);
  });
});

describe("a connection that breaks", () => {
  test("is made again from the last event that arrived, handed on or not", () => {
    const { last, attempts, pass, told, draw, seen } = world();
    last().ready();
    last().event(11, 12);
    last().cut();
    pass(1_000);
    expect([attempts.length, last().input.after_seq]).toEqual([2, 11]);
    last().ready();
    last().event(12, 12);
    draw();
    expect(seen).toEqual([[11, 12]]);
    expect(told).toEqual(["connecting", "connected", "connecting", "connected"]);
  });

  test("again and again is said to be offline, and tried less and less often", () => {
    const { last, attempts, pass, told } = world();
    last().ready();
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      last().cut();
      const before = attempts.length;
      let waited = 0;
      while (attempts.length === before) {
        pass(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(told).toEqual(["connecting", "connected", "connecting", "offline"]);
    last().ready();
    expect(told.at(-1)).toBe("connected");
  });

  test("that says nothing at all is given up", () => {
    const { last, attempts, pass } = world();
    const first = last();
    pass(PATIENCE_MS);
    expect(first.isEnded).toBe(true);
    pass(1_000);
    expect(attempts.length).toBe(2);
  });

  test("is made at once when the network is there again", () => {
    const { last, attempts, online } = world();
    last().cut();
    for (const listener of online) listener();
    expect(attempts.length).toBe(2);
    last().ready();
    for (const listener of online) listener();
    expect(attempts.length).toBe(2);
  });
});

test("a service that answers, but refuses, is not offline; it is asked less and less often", () => {
  const { last, attempts, pass, told } = world();
  for (let n = 0; n < 5; n++) {
    last().say("end", { reason: "access_lost", code: "not_found" });
    pass(30_000);
  }
  expect([attempts.length, told]).toEqual([6, ["connecting"]]);
});

test("nobody signed in: it says so and waits to be told", () => {
  const { last, attempts, pass, told, live } = world();
  last().ready();
  last().refuse(401);
  pass(600_000);
  expect([attempts.length, told.at(-1)]).toEqual([1, "signed-out"]);
  live.retry();
  expect([attempts.length, told.at(-1)]).toEqual([2, "signed-out"]);
  last().ready();
  expect(told.at(-1)).toBe("connected");
});

describe("a hidden tab", () => {
  test("is told nothing after half a minute, and everything when it is looked at", () => {
    const { last, attempts, pass, hide, told } = world();
    last().ready();
    last().event(11);
    hide(true);
    pass(HIDDEN_MS - 1);
    expect(last().isEnded).toBe(false);
    pass(1);
    expect(last().isEnded).toBe(true);
    pass(600_000);
    expect(attempts.length).toBe(1);
    hide(false);
    expect([attempts.length, last().input.after_seq]).toEqual([2, 11]);
    last().ready();
    expect(told).toEqual(["connecting", "connected", "connecting", "connected"]);
  });

  test("looked at again soon keeps its stream", () => {
    const { last, attempts, pass, hide } = world();
    last().ready();
    hide(true);
    pass(HIDDEN_MS - 1);
    hide(false);
    pass(HIDDEN_MS);
    expect([attempts.length, last().isEnded]).toEqual([1, false]);
  });
});

test("closed, it leaves nothing behind", () => {
  const { live, last, attempts, timers, online, visibility, draw, seen } = world();
  last().ready();
  last().event(11);
  live.close();
  draw();
  expect([last().isEnded, seen, timers.size, online.size, visibility.size]).toEqual([true, [], 0, 0, 0]);
  live.retry();
  expect(attempts.length).toBe(1);
});

test("presence is handed on whole, the last word of a frame", () => {
  const said: unknown[] = [];
  const { last, draw } = world({ onPresence: (people) => said.push(people) });
  last().ready();
  last().say("presence", { people: [{ name: "Ana" }] });
  last().say("presence", { people: [] });
  draw();
  expect(said).toEqual([[]]);
});
