import type { z } from "zod";
import { jsonText } from "../../kernel/json-text.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Live } from "../../operation/live.ts";
import type { Messages } from "../../operation/operation.ts";
import { endingFor, endingOf } from "../../operation/streams.ts";
import { Wake } from "../../operation/wake.ts";
import type { RecordedEvent } from "../../record/event.ts";
import type { Event } from "./schemas.ts";
import type { StreamMessage } from "./stream-message.ts";

interface Following {
  caller: Caller;
  projectId: string;
  afterSeq: number;
  head: number;
  view: View;
}

/** View of events that followers may have in common. */
export interface View {
  /** Name that tells it from the others of a project. */
  readonly name: string;
  /** Converts events to their wire form: the first of those given, and as many more as it chooses. */
  show(events: readonly RecordedEvent[]): EventBody[] | Promise<EventBody[]>;
}

type EventBody = z.input<typeof Event>;

/** Characters of JSON that are handed over together, more only where one event has them: what a socket buffers anyway. */
const BATCH_CHARACTERS = 64 * 1024;

/** Messages of the beginning of a page, and the events of its rest. */
interface Told {
  readonly batches: readonly (readonly StreamMessage[])[];
  readonly rest: readonly RecordedEvent[];
}

/** Messages made of each page: all followers at one place are given the same page and the same messages. */
const told = new WeakMap<readonly RecordedEvent[], Map<string, Told | Promise<Told>>>();

function tell(page: readonly RecordedEvent[], { name, show }: View): Told | Promise<Told> {
  let views = told.get(page);
  if (views === undefined) {
    views = new Map();
    told.set(page, views);
  }
  const known = views.get(name);
  if (known !== undefined) return known;
  const keep = (shown: EventBody[]): Told => {
    const made = { batches: toBatches(shown), rest: page.slice(shown.length) };
    views.set(name, made);
    return made;
  };
  const shown = show(page);
  if (!(shown instanceof Promise)) return keep(shown);
  const making = shown.then(keep);
  views.set(name, making);
  making.catch(() => views.delete(name));
  return making;
}

function toBatches(events: readonly EventBody[]): StreamMessage[][] {
  const batches: StreamMessage[][] = [];
  let room = 0;
  for (const data of events) {
    const { length } = jsonText(data);
    if (length > room) {
      batches.push([]);
      room = BATCH_CHARACTERS;
    }
    batches.at(-1)?.push({ type: "event", data });
    room -= length;
  }
  return batches;
}

/** Streams the events of a project after a sequence, as far as the caller may read them. */
export function followProject(
  live: Live,
  { caller, projectId, afterSeq, head, view }: Following,
): Messages<StreamMessage> {
  return async function* messages(signal) {
    const wake = new Wake();
    const ring = () => wake.ring();
    signal.addEventListener("abort", ring, { once: true });
    const follower = live.feed.follow(projectId, afterSeq, head, ring);
    const presence = caller.kind === "user" ? live.presence.watch(projectId, ring) : null;
    try {
      yield [{ type: "ready", data: { seq: afterSeq, head } }];
      while (!signal.aborted) {
        const people = presence?.news() ?? null;
        if (people !== null) yield [{ type: "presence", data: { people: [...people] } }];
        const page = await follower.page();
        for (let events = page; events.length > 0 && !signal.aborted; ) {
          const { batches, rest } = await tell(events, view);
          for (const batch of batches) {
            if (signal.aborted) break;
            yield batch;
          }
          events = rest;
        }
        if (page.length === 0 && people === null) await wake.rung();
      }
    } catch (error) {
      // The consumer's own failure ends the generator by `return`, so what is caught here is the database's.
      yield [{ type: "end", data: endingFor(error) }];
      return;
    } finally {
      signal.removeEventListener("abort", ring);
      presence?.close();
      follower.close();
    }
    const ending = endingOf(signal);
    if (ending !== null) yield [{ type: "end", data: ending }];
  };
}
