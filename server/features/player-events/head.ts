import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";

/** Head of a project's player events, under its lock. */
export interface Head {
  readonly lastNumber: number;
  /** Milliseconds; what happened earlier was removed. */
  readonly keptFrom: number;
  /** Number of players whose events were removed. */
  readonly erasures: number;
}

/**
 * Locks the player events of a project until the transaction ends. Who writes or removes them does so first: numbers then grow in the
 * order in which events become visible, an id of a sender is taken once, and no two writers wait for rows of each other.
 */
export async function lockHead(db: Db, projectId: string): Promise<Head> {
  const head = (await selectHead(db, projectId)) ?? (await makeHead(db, projectId));
  const { last_number: lastNumber, kept_from: keptFrom, erasures } = head;
  return { lastNumber, keptFrom: keptFrom === null ? 0 : new Date(keptFrom).getTime(), erasures };
}

/** Reads how many players' events were removed in a project. */
export async function readErasures(db: Db, projectId: string): Promise<number> {
  const [row] = await db.execute<Columns<"player_event_heads", "erasures">>({
    text: "SELECT erasures FROM player_event_heads WHERE project_id = $1",
    values: [projectId],
  });
  return row?.erasures ?? 0;
}

type HeadRow = Columns<"player_event_heads", "last_number" | "kept_from" | "erasures">;

async function selectHead(db: Db, projectId: string): Promise<HeadRow | null> {
  const [row] = await db.execute<HeadRow>({
    text: "SELECT last_number, kept_from, erasures FROM player_event_heads WHERE project_id = $1 FOR UPDATE",
    values: [projectId],
  });
  return row ?? null;
}

async function makeHead(db: Db, projectId: string): Promise<HeadRow> {
  await db.execute(
    sql`INSERT INTO player_event_heads (project_id, last_number) VALUES (${projectId}, 0) ON CONFLICT DO NOTHING`,
  );
  const made = await selectHead(db, projectId);
  if (made === null) throw new Error(`the player events of ${projectId} have no head`);
  return made;
}
