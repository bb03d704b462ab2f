import type { ProjectCallContext } from "../../operation/context.ts";
import { beyondDeadline } from "../../record/deadline.ts";
import { type QueuedWrite, type WriteGroup, WriteQueue } from "../../record/write-queue.ts";
import { findMismatches } from "./fits.ts";
import { findPlayers } from "./players.ts";
import type { EventResult, SentEvent } from "./schemas.ts";
import { type PreparedEvent, storeEvents } from "./store.ts";

/** Events of one request that wait to be stored. */
interface WaitingEvents extends QueuedWrite {
  readonly events: readonly PreparedEvent[];
  readonly resolve: (results: EventResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Characters of a stored event, roughly: how many requests share a transaction follows from it. */
const EVENT_CHARACTERS = 300;

/** Requests that wait for the player events of their project: they are apart from those that wait for its record. */
const lines = new WriteQueue();

/**
 * Stores events of players. Requests that come while others of the project are being stored share the next transaction. Answered events
 * are stored for good; of a request that fails nobody knows, and sending it again stores nothing twice.
 *
 * @throws {@link Problem} `busy`.
 */
export async function receiveEvents(
  context: ProjectCallContext,
  sent: readonly SentEvent[],
): Promise<readonly EventResult[]> {
  const { services, project } = context;
  const [players, mismatches] = await Promise.all([
    findPlayers(context, [...new Set(sent.map(({ player }) => player))]),
    findMismatches(context, sent),
  ]);
  const events = sent.map((event) => ({
    event,
    player: players.byName.get(event.player) ?? null,
    erasures: players.erasures,
    mismatch: mismatches.get(event) ?? null,
  }));
  return new Promise((resolve, reject) => {
    const size = events.length * EVENT_CHARACTERS;
    const waiting: WaitingEvents = { size, alone: false, long: false, events, resolve, reject };
    lines.join(project.id, waiting, async ({ members }: WriteGroup<WaitingEvents>) => {
      try {
        const all = members.flatMap((member) => member.events);
        // It is for several requests, and ends at the limits of a transaction: the deadline of one is not that of all.
        const results = await beyondDeadline(() =>
          services.database.writes.transaction("write", (db) =>
            storeEvents({ services, db, project }, all, services.clock.now()),
          ),
        );
        let done = 0;
        for (const member of members) {
          member.resolve(results.slice(done, done + member.events.length));
          done += member.events.length;
        }
      } catch (error) {
        for (const member of members) member.reject(error);
      }
    });
  });
}
