import { sql } from "drizzle-orm";
import type { ProjectCallContext } from "../../operation/context.ts";
import { beyondDeadline } from "../../record/deadline.ts";
import { type QueuedWrite, type WriteGroup, WriteQueue } from "../../record/write-queue.ts";
import { moveQuestByEvent, type QuestMoved } from "../runs/public.ts";
import { findMismatches } from "./fits.ts";
import { findPlayers } from "./players.ts";
import { type EventResult, movesInRun, type SentEvent } from "./schemas.ts";
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
  const [players, mismatches] = await Promise.all([
    findPlayers(context, [...new Set(sent.map(({ player }) => player))]),
    findMismatches(context, sent),
  ]);
  const events = sent.map((event) => ({
    event,
    player: players.byName.get(event.player) ?? null,
    erasures: players.erasures,
    mismatch: mismatches.get(event) ?? null,
    isByPlayer: context.caller.player !== null,
  }));
  return moveInRuns(context, events, await storeTogether(context, events));
}

/** Stores the events of a request, together with those of others that wait. */
function storeTogether(
  { services, project }: ProjectCallContext,
  events: readonly PreparedEvent[],
): Promise<EventResult[]> {
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

/**
 * Moves quests in the playthroughs that stored events name, one after the other, and notes what became of each. An event without a note is
 * moved when it is sent again: whoever got no answer sends it, and the log of the playthrough knows the move.
 */
async function moveInRuns(
  context: ProjectCallContext,
  events: readonly PreparedEvent[],
  results: readonly EventResult[],
): Promise<EventResult[]> {
  const all: EventResult[] = [];
  // One that stands twice in a request is moved once, whatever moved the quest in between.
  const done = new Map<number, QuestMoved>();
  for (const [index, result] of results.entries()) {
    const { event, player, isByPlayer } = events[index] ?? {};
    const { number, quest_move: noted } = result;
    const isDue = number !== undefined && noted === undefined && isByPlayer === false;
    if (event === undefined || player == null || !isDue || !movesInRun(event)) {
      all.push(result);
      continue;
    }
    const { run_id: runId, quest_id: questId, state, client_id: eventId } = event;
    const asked = { runId, playerId: player.id, questId, state, eventId };
    const moved = done.get(number) ?? (await moveQuestByEvent(context, asked));
    if (!done.has(number)) await noteMove(context, number, moved);
    done.set(number, moved);
    all.push({ ...result, quest_move: moved });
  }
  return all;
}

async function noteMove({ services, project }: ProjectCallContext, number: number, moved: QuestMoved): Promise<void> {
  await services.database.writes.execute(
    sql`UPDATE player_events SET quest_move = ${moved} WHERE project_id = ${project.id} AND number = ${number} AND quest_move IS NULL`,
  );
}
