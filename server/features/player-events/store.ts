import { sql } from "drizzle-orm";
import type { TableRows } from "#drizzle/tables.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { insertStatements } from "../../record/append.ts";
import { type Columns, type Db, type TransactionDb, textArray } from "../../record/database.ts";
import { playerEventsKeptFrom } from "../access/public.ts";
import { type NamedPlayer, type NamingContext, playersByName } from "../players/public.ts";
import { moveOwnQuests, type QuestMoved } from "../runs/public.ts";
import { addToCounts } from "./counts.ts";
import type { Mismatch } from "./fits.ts";
import { type Head, lockHead } from "./head.ts";
import type { EventResult, Refusal, SentEvent } from "./schemas.ts";
import type { EventRow } from "./tally.ts";

/** Milliseconds by which the clock of a game may be fast. */
const MAX_FAST_MS = 3_600_000;

/** Ids of choices in playthroughs, which no sender may take. */
const STEP_ID = /^run_[0-9a-z]{26}:/;

/** An event that is about to be stored. */
export interface PreparedEvent {
  readonly event: SentEvent;
  /** Null for an id that there is not. */
  readonly player: NamedPlayer | null;
  /** Number of erasures before the player was found. */
  readonly erasures: number;
  readonly mismatch: Mismatch | null;
  /** Whether a player's token sent it, which moves no quest. */
  readonly isByPlayer: boolean;
}

/** Event of a sender's id that is stored. */
type Known = Columns<"player_events", "client_id" | "number" | "kind" | "player_id" | "at" | "quest_move">;

/** Parts of the transaction that stores events. */
interface StoreContext extends NamingContext {
  readonly db: TransactionDb;
}

/**
 * Stores events of players as the last thing that a transaction does, with what is counted of them; returns what became of each, in
 * order.
 *
 * @param now in milliseconds.
 */
export async function storeEvents(
  context: StoreContext,
  events: readonly PreparedEvent[],
  now: number,
): Promise<EventResult[]> {
  const { db, project } = context;
  const { id: projectId, workspaceId } = project;
  // Each statement sees what was committed before it, so those behind the lock see all that was written under it.
  const [head, keptFrom, known] = await Promise.all([
    lockHead(db, projectId),
    readKeptFrom(db, workspaceId, now),
    readKnown(db, projectId, events),
  ]);
  const present = await lookAgain(context, events, head);
  const storing = new Storing(projectId, { ...head, keptFrom: Math.max(head.keptFrom, keptFrom) }, known, now);
  const sorted = present.map((each) => storing.add(each));
  const { rows, lastNumber } = storing;
  const results = await moveOwn(db, projectId, { rows, results: sorted, now });
  if (rows.length > 0) {
    await db.finish([
      ...insertStatements("player_events", rows),
      ...addToCounts(
        projectId,
        rows.filter(({ quarantined }) => !quarantined),
      ),
      sql`UPDATE player_event_heads SET last_number = ${lastNumber} WHERE project_id = ${projectId}`,
    ]);
  }
  return results;
}

/** Moves the quests that new events name for their players, and notes in rows and results what became of each. */
async function moveOwn(
  db: Db,
  projectId: string,
  { rows, results, now }: { rows: readonly EventRow[]; results: EventResult[]; now: number },
): Promise<EventResult[]> {
  const own = rows.filter(({ kind, run_id, quest_move }) => kind === "quest" && run_id === null && quest_move === null);
  const moves = own.map(({ player_id, quest_id, state }) => ({
    ...{ playerId: player_id, questId: quest_id ?? "", state: state ?? "" },
  }));
  for (const [index, moved] of (await moveOwnQuests(db, projectId, moves, now)).entries()) {
    const row = own[index];
    if (row !== undefined) row.quest_move = moved;
  }
  const byNumber = new Map(rows.map(({ number, quest_move }) => [number, quest_move]));
  return results.map((result) => {
    const moved = byNumber.get(result.number ?? 0) ?? null;
    return moved === null ? result : { ...result, quest_move: moved as QuestMoved };
  });
}

/** Finds the players of events again, where one was erased since they were found. */
async function lookAgain(
  context: StoreContext,
  events: readonly PreparedEvent[],
  { erasures }: Head,
): Promise<readonly PreparedEvent[]> {
  const stale = events.filter((event) => event.erasures !== erasures);
  if (stale.length === 0) return events;
  const ids = stale.flatMap(({ player }) => player?.id ?? []);
  const players = await playersByName(context, [...new Set(ids)]);
  return events.map((each) => ({ ...each, player: players.get(each.player?.id ?? "") ?? each.player }));
}

async function readKeptFrom(db: Db, workspaceId: string, now: number): Promise<number> {
  const [row] = await db.execute<{ kept_from: string }>(
    sql`SELECT kept_from FROM (${playerEventsKeptFrom(now)}) k WHERE workspace_id = ${workspaceId}`,
  );
  return row === undefined ? now : new Date(row.kept_from).getTime();
}

async function readKnown(db: Db, projectId: string, events: readonly PreparedEvent[]): Promise<Map<string, Known>> {
  const ids = textArray(events.map(({ event }) => event.client_id));
  const rows = await db.execute<Known>(
    sql`SELECT client_id, number, kind, player_id, at, quest_move FROM player_events
        WHERE project_id = ${projectId} AND client_id = ANY(${ids})`,
  );
  return new Map(rows.map((row) => [row.client_id, { ...row, at: isoMoment(row.at) }]));
}

/** Rows of one transaction as they come together. */
class Storing {
  readonly rows: TableRows["player_events"][] = [];
  lastNumber: number;
  private readonly projectId: string;
  private readonly keptFrom: number;
  private readonly known: Map<string, Known>;
  private readonly now: number;

  constructor(projectId: string, { lastNumber, keptFrom }: Head, known: Map<string, Known>, now: number) {
    this.projectId = projectId;
    this.lastNumber = lastNumber;
    this.keptFrom = keptFrom;
    this.known = known;
    this.now = now;
  }

  /** Decides what becomes of an event, and notes its row. */
  add({ event, player, mismatch, isByPlayer }: PreparedEvent): EventResult {
    const { client_id, kind } = event;
    const refused = (code: Refusal, message?: string): EventResult => ({
      client_id,
      status: "refused",
      code,
      ...(message !== undefined && { message }),
    });
    if (player === null) return refused("no_such_player");
    if (player.isErased) return refused("player_erased");
    const playerId = player.id;
    const happened = new Date(event.at);
    const at = happened.toISOString();
    const before = this.known.get(client_id);
    if (before !== undefined) {
      const isSame = before.kind === kind && before.player_id === playerId && before.at === at;
      if (!isSame) return refused("client_id_taken");
      const moved = before.quest_move === null ? {} : { quest_move: before.quest_move as QuestMoved };
      return { client_id, status: "repeated", number: before.number, ...moved };
    }
    if (STEP_ID.test(client_id)) return refused("client_id_taken");
    if (happened.getTime() < this.keptFrom) return refused("too_old");
    if (happened.getTime() > this.now + MAX_FAST_MS) return refused("in_future");
    if (mismatch?.becomes === "refused") return refused("does_not_fit", mismatch.message);
    this.lastNumber += 1;
    const number = this.lastNumber;
    const questMove = kind === "quest" && isByPlayer ? "not_by_player" : null;
    this.known.set(client_id, { client_id, number, kind, player_id: playerId, at, quest_move: questMove });
    this.rows.push({
      ...rowOf(event),
      project_id: this.projectId,
      number,
      player_id: playerId,
      at,
      received_at: new Date(this.now).toISOString(),
      step: null,
      quest_move: questMove,
      quarantined: mismatch !== null,
    });
    if (mismatch === null) return { client_id, status: "stored", number };
    return { client_id, status: "quarantined", number, code: "does_not_fit", message: mismatch.message };
  }
}

/** Columns of an event that it says itself. */
function rowOf(
  event: SentEvent,
): Omit<
  EventRow,
  "project_id" | "number" | "player_id" | "at" | "received_at" | "step" | "quest_move" | "quarantined"
> {
  const { client_id, kind, run_id = null, version = null, data = null, graph_id = null } = event;
  return {
    ...{ client_id, kind, run_id, version, data, graph_id },
    name: event.kind === "custom" ? event.name : null,
    node_id: event.kind === "quest" ? null : (event.node_id ?? null),
    branch_id: event.kind === "choice" ? event.branch_id : null,
    quest_id: event.kind === "quest" ? event.quest_id : null,
    state: event.kind === "quest" ? event.state : null,
  };
}
