import type { z } from "zod";
import type { Caller } from "../../kernel/scope.ts";
import type { Live } from "../../operation/live.ts";
import type { Messages } from "../../operation/operation.ts";
import { endingFor, endingOf } from "../../operation/streams.ts";
import type { RecordedEvent } from "../../record/event.ts";
import type { Event } from "./schemas.ts";
import type { StreamMessage } from "./stream-message.ts";
import { Wake } from "./wake.ts";

interface Following {
  caller: Caller;
  projectId: string;
  afterSeq: number;
  head: number;
  /** Converts events to their wire form: the first of those given, and as many more as it chooses. */
  show: (events: readonly RecordedEvent[]) => Promise<z.input<typeof Event>[]>;
}

/** Streams the events of a project after a sequence, as far as the caller may read them. */
export function followProject(
  live: Live,
  { caller, projectId, afterSeq, head, show }: Following,
): Messages<StreamMessage> {
  return async function* messages(signal) {
    const wake = new Wake();
    const ring = () => wake.ring();
    signal.addEventListener("abort", ring, { once: true });
    const follower = live.feed.follow(projectId, afterSeq, head, ring);
    const presence = caller.kind === "user" ? live.presence.watch(projectId, ring) : null;
    try {
      yield { type: "ready", data: { seq: afterSeq, head } };
      while (!signal.aborted) {
        const people = presence?.news() ?? null;
        if (people !== null) yield { type: "presence", data: { people: [...people] } };
        const events = await follower.page();
        for (let told = 0; told < events.length && !signal.aborted; ) {
          const shown = await show(events.slice(told));
          told += shown.length;
          for (const event of shown) {
            if (signal.aborted) break;
            yield { type: "event", data: event };
          }
        }
        if (events.length === 0 && people === null) await wake.rung();
      }
    } catch (error) {
      // The consumer's own failure ends the generator by `return`, so what is caught here is the database's.
      yield { type: "end", data: endingFor(error) };
      return;
    } finally {
      signal.removeEventListener("abort", ring);
      presence?.close();
      follower.close();
    }
    const ending = endingOf(signal);
    if (ending !== null) yield { type: "end", data: ending };
  };
}
