import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import { mayStill } from "../../operation/gate.ts";
import { callerFrom } from "../../operation/starter.ts";
import { writeAsSystem } from "../../operation/system-write.ts";
import type { WriteScope } from "../../operation/write-together.ts";
import { job } from "../../queue/job.ts";
import type { Db } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { stateOf } from "../../record/resource.ts";
import { findVersion } from "../../record/versions.ts";
import { asBrought, followerOf, type KeptFollower, keptFollower, noteFollowed } from "./followers.ts";
import { type LinkState, type LinkVersion, link } from "./link.ts";
import { openSource } from "./open-source.ts";
import { suggestChanges } from "./suggest-changes.ts";

/** Links followed in one piece. */
const AT_ONCE = 5;
/** Time after which a link is looked at though its source is as it was: whoever it reads for may have lost access. */
const RECHECK_MS = 600_000;

/** A link that is to be looked at, with the projects on both sides. */
interface Due extends Record<string, unknown> {
  readonly project_id: string;
  readonly link_id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
}

/** Sequence of whatever was looked at last, so that a round comes to all. */
type Place = { readonly after?: string };

/**
 * Follows the sources of links: suggests what has changed there, and says where a source is lost. The source is read in a snapshot before
 * anything is written, so that no two projects are ever locked together.
 */
export const followLinks = job<Place>({
  name: "follow_links",
  every: "15 seconds",
  step: async (services, { after = "" }, signal) => {
    const due = await findDue(services.database.reads, services.clock.now(), after);
    for (const each of due) {
      if (signal.aborted) return { after };
      try {
        await follow(services, each);
      } catch (error) {
        // One link that cannot be followed keeps no other waiting.
        if (!(error instanceof Problem)) {
          const { project_id, link_id } = each;
          services.log.warn({ project_id, link_id, error: loggableError(error) }, "a link was not followed");
        }
        await noteFollowed(services.database.writes, each, services.clock.now());
      }
    }
    const last = due.at(-1);
    return last === undefined || due.length < AT_ONCE ? "done" : { after: `${last.project_id} ${last.link_id}` };
  },
});

/** Finds links whose source has gone on, whose mode has changed, or that were not looked at for long. */
async function findDue(db: Db, now: number, after: string): Promise<Due[]> {
  const long = new Date(now - RECHECK_MS).toISOString();
  const [project = "", id = ""] = after.split(" ");
  return db.execute<Due>(
    sql`SELECT v.project_id, v.id AS link_id, t.workspace_id, t.mode
        FROM link_versions v JOIN project_heads t ON t.project_id = v.project_id AND t.deleted_at IS NULL AND NOT t.archived
        LEFT JOIN link_follows f ON f.project_id = v.project_id AND f.link_id = v.id
        LEFT JOIN project_heads s ON s.project_id = v.source_project_id
        WHERE v.valid_to_seq = ${sql.raw(String(CURRENT))} AND (v.project_id, v.id) > (${project}, ${id}) AND (
          (v.mode = 'following' AND v.status = 'ready' AND (f.link_id IS NULL OR f.checked_at IS NULL OR f.checked_at < ${long}
            OR f.followed_seq < s.last_seq OR s.deleted_at IS NOT NULL OR s.project_id IS NULL))
          OR (v.mode = 'following' AND v.status = 'lost' AND f.link_id IS NOT NULL
            AND (f.checked_at IS NULL OR f.checked_at < ${long}))
          OR (v.mode = 'pinned' AND f.followed_seq IS NOT NULL))
        ORDER BY v.project_id, v.id LIMIT ${AT_ONCE}`,
  );
}

async function follow(services: Services, due: Due): Promise<void> {
  const { database, clock } = services;
  const { project_id: projectId, link_id, workspace_id: workspaceId, mode } = due;
  const write = (work: (scope: WriteScope) => Promise<void>) =>
    writeAsSystem(services, { projectId, workspaceId, mode, part: "links" }, async (scope) => {
      await work(scope);
      await scope.record.commit();
    });
  // Together: who follows it said so for what it names then.
  const { found, kept } = await database.reads.transaction("snapshot", async (db) => ({
    found: await findVersion(db, link.resource, projectId, link_id, null),
    kept: await keptFollower(db, due),
  }));
  if (found === null) return;
  const note = (seq?: number | null) => noteFollowed(database.writes, due, clock.now(), { seq, kept });
  if (found.mode === "pinned") {
    await suggestChanges(services, write, found, null);
    await note(null);
    return;
  }
  const source = await openFor(services, due, { found, kept });
  if (source === null) {
    const error = "The source is gone, or may not be read for this link any more. Repin it to go on.";
    await set(write, found, { status: "lost", error }, "lost");
    await note();
    return;
  }
  if (found.status === "lost") await set(write, found, { status: "ready", error: null }, "regained");
  await suggestChanges(services, write, await asBrought(database.reads, found), source.lastSeq);
  await note(source.lastSeq);
}

/** Opens the source for whoever the link reads it for; null where they may not read it, or not write here, any more. */
async function openFor(
  { database, currentCaller }: Services,
  { project_id, mode }: Due,
  { found, kept }: { readonly found: LinkVersion; readonly kept: KeptFollower | null },
) {
  const follower = kept === null ? null : followerOf(kept, found);
  if (follower === null) return null;
  const caller = await currentCaller(callerFrom(follower, "write"));
  if (!mayStill(caller, "write", project_id)) return null;
  const reader = await currentCaller(callerFrom(follower, "read"));
  return reader === null ? null : openSource(database.reads, reader, found.source_project_id, { id: project_id, mode });
}

async function set(
  write: (work: (scope: WriteScope) => Promise<void>) => Promise<void>,
  { id, status, valid_from_seq }: LinkVersion,
  fields: Pick<LinkState, "status" | "error">,
  verb: "lost" | "regained",
): Promise<void> {
  if (status === fields.status) return;
  await write(async ({ record }) => {
    const now = await record.get(link.resource, id);
    // One that was changed meanwhile is looked at again.
    if (now === null || now.valid_from_seq !== valid_from_seq) return;
    record.update(link.resource, now, { ...stateOf(link.resource, now), ...fields }, { verb });
  });
}
