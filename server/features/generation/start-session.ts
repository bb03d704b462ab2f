import { sql } from "drizzle-orm";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import { announceWork } from "../../leases/leased-rows.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { starterFrom } from "../../operation/starter.ts";
import { insertRows } from "../../record/append.ts";
import { takeUnit } from "../usage/public.ts";
import { logRows } from "./rows.ts";
import { type SessionState, sessionResource } from "./session.ts";
import { SESSION_WORK } from "./session-work.ts";

/** Request that starts a session. */
export type SessionRequest = Pick<
  SessionState,
  "kind" | "brief" | "as_entity_id" | "review" | "token_budget" | "key_id" | "context_seq" | "retry_of"
>;

/**
 * Starts a session: writes its first event, its rows, its entry in the directory and its unit of usage in the
 * transaction of the request.
 *
 * @throws {@link Problem} `id_taken` where another session has the id.
 */
export async function startSession(context: ProjectWriteContext, chosenId: string | undefined, asked: SessionRequest) {
  const { record, db, project, caller, services, requestId } = context;
  const now = services.clock.now();
  if (chosenId !== undefined) {
    await record.requireUnused(sessionResource, [chosenId]);
    const [taken] = await db.execute(takenElsewhere(chosenId));
    if (taken !== undefined) throw new Problem("id_taken", { detail: { id: chosenId } });
  }
  const id = chosenId ?? newId(sessionResource.prefix, now);
  const nothing = { interrupt: null, answer: null, result: null, error: null, provider: null };
  record.create(sessionResource, id, { ...asked, ...nothing, status: "accepted", revision: 1 });
  await record.commit();
  // What the session itself begins with is no news to it.
  const head = record.seq;
  await takeUnit(db, {
    workspaceId: project.workspaceId,
    caller: caller.actor,
    project: project.id,
    mode: project.mode,
    at: now,
  });
  const moment = new Date(now).toISOString();
  const work = { project_id: project.id, id };
  await db.execute(
    insertRows(SESSION_WORK.table, [
      {
        ...work,
        starter: starterFrom(caller, requestId),
        phase: "queued",
        done: {},
        memo: { head_seq: head },
        failures: 0,
        attempts: 0,
        input_tokens: 0,
        output_tokens: 0,
        usage_estimated: false,
        logged: 1,
        unit_at: moment,
        created_at: moment,
        due_at: moment,
        fence: 0,
      },
    ]),
  );
  await db.execute(
    insertRows("session_directory", [
      {
        id,
        of_project: project.id,
        workspace_id: project.workspaceId,
        kind: asked.kind,
        status: "accepted",
        created_at: moment,
      },
    ]),
  );
  const first = { type: "status" as const, data: { status: "accepted", error: null } };
  await db.execute(insertRows("session_log", logRows(work, 1, [first], now)));
  await db.execute(announceWork(project.id, SESSION_WORK, now));
  return { id };
}

/** Whether an id is that of a session of another project. */
function takenElsewhere(id: string) {
  return sql`SELECT 1 FROM session_directory WHERE id = ${id}`;
}

/** Returns the addresses at which a session is read and followed. */
export function addressesOf(publicUrl: string, id: string) {
  const base = `${publicUrl}/v1/sessions/${id}`;
  return { poll_url: `${base}/status`, events_url: `${base}/events` };
}
