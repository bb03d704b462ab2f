import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import { callerOfProject } from "../../kernel/scope.ts";
import type { ProjectRef, Services } from "../../operation/context.ts";
import { writeLater } from "../../operation/system-write.ts";
import type { Columns } from "../../record/database.ts";
import { findHomes } from "./homes.ts";
import { received, receivedId } from "./received.ts";

/** Projects told of in one round. */
const PROJECTS = 100;
/** Least time between two pieces of news of a project, in milliseconds. */
const EVERY_MS = 1_000;
/** Numbers that one piece of news goes through. */
const NUMBERS = 50_000;

/** Position in the player events of a project. */
type Lagging = Columns<"player_event_heads", "project_id" | "last_number"> & { readonly told_number: number };

/**
 * Tells the record of projects of player events that it does not know of: one event of the record in a second, so that feed, streams and
 * webhooks know that there are more. The position up to which it knows is written together with the event.
 */
export async function tellOfEvents(services: Services, moved: () => void = () => {}): Promise<void> {
  const { reads } = services.database;
  const lagging = await reads.execute<Lagging>(
    sql`SELECT h.project_id, h.last_number, coalesce(n.told_number, 0) AS told_number
        FROM player_event_heads h JOIN project_heads p ON p.project_id = h.project_id AND p.deleted_at IS NULL
        LEFT JOIN player_event_news n ON n.project_id = h.project_id
        WHERE h.last_number > coalesce(n.told_number, 0) LIMIT ${PROJECTS}`,
  );
  const homes = await findHomes(
    reads,
    lagging.map(({ project_id }) => project_id),
  );
  for (const each of lagging) {
    moved();
    const project = homes.get(each.project_id);
    if (project !== undefined) await tell(services, project, each);
  }
}

async function tell(services: Services, project: ProjectRef, { last_number, told_number }: Lagging): Promise<void> {
  const to = Math.min(last_number, told_number + NUMBERS);
  const [news] = await services.database.reads.execute<{ count: number; digest: string }>(
    sql`SELECT count(*)::int AS count,
        encode(sha256(convert_to(coalesce(string_agg(number || ' ' || client_id, E'\n' ORDER BY number), ''), 'UTF8')), 'hex') AS digest
        FROM player_events WHERE project_id = ${project.id} AND number > ${told_number} AND number <= ${to}`,
  );
  const { count = 0, digest = "" } = news ?? {};
  const actor = "system:player_events";
  const caller = callerOfProject({
    actor,
    workspaceId: project.workspaceId,
    projectId: project.id,
    mode: project.mode,
  });
  const write = { caller, authorship: { actor, requestId: null }, isAlone: true, whileArchived: true };
  const now = services.clock.now();
  await writeLater(services, project.id, write, async ({ db, record }) => {
    const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
    const [told] = await db.execute<Columns<"player_event_news", "told_number">>(
      sql`INSERT INTO player_event_news AS n (project_id, told_number, told_at) VALUES (${project.id}, ${to}, ${at(now)})
          ON CONFLICT (project_id) DO UPDATE SET told_number = excluded.told_number, told_at = excluded.told_at
          WHERE n.told_number = ${told_number} AND n.told_at <= ${at(now - EVERY_MS)} RETURNING n.told_number`,
    );
    // Another process told of them; or all were removed by now, and there is nothing to tell.
    if (told === undefined || count === 0) return;
    const id = receivedId(project.id);
    const version = await record.get(received.resource, id);
    const state = { last_number: to, count, digest };
    if (version === null) record.create(received.resource, id, state);
    else record.update(received.resource, version, state, { verb: "received" });
  }).catch((error: unknown) => {
    // The project went at the same moment.
    if (!(error instanceof Problem) || error.code !== "not_found") throw error;
  });
}
