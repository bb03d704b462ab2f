import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { LinkOrigin } from "../../kernel/brought.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller, Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import { mayStill } from "../../operation/gate.ts";
import { callerFrom, type Starter } from "../../operation/starter.ts";
import { writeAsSystem, writeLater } from "../../operation/system-write.ts";
import type { WriteScope } from "../../operation/write-together.ts";
import { job } from "../../queue/job.ts";
import type { Db } from "../../record/database.ts";
import { type Resource, stateOf } from "../../record/resource.ts";
import { findVersion, findVersions } from "../../record/versions.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { broughtIds } from "./brought-ids.ts";
import { forgetFollower, noteBrought } from "./followers.ts";
import { inPieces } from "./in-pieces.ts";
import { type LinkVersion, link } from "./link.ts";
import { linkChange } from "./link-change.ts";
import { openSource } from "./open-source.ts";
import { MAX_BROUGHT, readSource } from "./read-source.ts";
import { suggestChanges } from "./suggest-changes.ts";
import { releaseAll, writeEntities, writeFacts, writeRelationships } from "./write-brought.ts";

interface LinkJobState extends JsonObject {
  readonly project_id: string;
  readonly link_id: string;
  /** Requester of the work, in whose name it goes on. */
  readonly starter: Starter & JsonObject;
}

/** Writes in a project in the name of whoever asked for it. */
type Write = (work: (scope: WriteScope) => Promise<void>) => Promise<void>;

/**
 * Brings what a link names of its source, or lets go of it. The source is read in a snapshot before the project is written, so that no
 * two projects are ever locked together. A step that is repeated finds what it wrote and leaves it.
 */
export const linkJob = job<LinkJobState>({
  name: "bring_link",
  every: null,
  step: async (services, state) => {
    const { project_id: projectId, link_id: id, starter } = state;
    const found = await findVersion(services.database.writes, link.resource, projectId, id, null);
    if (found === null || (found.status !== "waiting" && found.status !== "releasing")) return "done";
    const mode = await modeOf(services.database.reads, projectId);
    if (mode === undefined) return "done";
    try {
      const reason = await bringOrRelease(services, found, starter, mode);
      if (reason !== null) await fail(services, found, { starter, mode }, reason);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "not_found") await fail(services, found, { starter, mode }, error.message);
    }
    return "done";
  },
});

/** Does the work of a link in the name of whoever asked for it; answers why it cannot be done, null where it is. */
async function bringOrRelease(
  services: Services,
  found: LinkVersion,
  starter: Starter,
  mode: Mode,
): Promise<string | null> {
  const caller = await services.currentCaller(callerFrom(starter, "write"));
  if (!mayStill(caller, "write", found.project_id)) {
    return "Whoever asked for it may not change this project any more. Ask for it again.";
  }
  const authorship = { actor: starter.actor, requestId: starter.request_id };
  const write: Write = (work) => writeLater(services, found.project_id, { caller, authorship }, work);
  if (found.status === "waiting")
    return bring(services, found, { write, mode, reader: { ...caller, scopes: ["read"] } });
  await release(services, found, write);
  return null;
}

async function bring(
  services: Services,
  found: LinkVersion,
  { write, mode, reader }: { readonly write: Write; readonly mode: Mode; readonly reader: Caller },
): Promise<string | null> {
  const { database } = services;
  const { project_id: id, source_project_id: sourceId, seq } = found;
  const source = await openSource(database.reads, reader, sourceId, { id, mode });
  if (source === null || source.lastSeq < seq) {
    return "The source is gone, or whoever linked it may not read it any more.";
  }
  const content = await database.reads.transaction("snapshot", async (db) =>
    readSource(db, { projectId: sourceId, seq }, found.filter, await broughtIds(db, factResource, found)),
  );
  if (content.isTooMuch) return `There is more than ${MAX_BROUGHT} of a kind. Name types or entities.`;
  const pieces = <Item>(items: readonly Item[], one: (scope: WriteScope, some: readonly Item[]) => Promise<void>) =>
    inPieces(items, (some) =>
      write(async (scope) => {
        // A repin meanwhile has a job of its own.
        const now = await scope.record.get(link.resource, found.id);
        if (now?.status !== "waiting" || now.seq !== seq) return;
        await one(scope, some);
        await scope.record.commit();
      }),
    );
  await pieces(content.entities, ({ record }, some) => writeEntities(record, found, some));
  await pieces(content.relationships, ({ record }, some) => writeRelationships(record, found, some));
  const there = new Set(content.facts.map(({ id: factId }) => factId));
  await pieces(content.facts, ({ record }, some) => writeFacts(record, found, some, there));
  await noteBrought(database.writes, found);
  await end(write, found, { status: "ready", pinned_seq: seq, error: null }, "brought");
  if (found.mode !== "following") return null;
  const committing: Write = (work) =>
    write(async (scope) => {
      await work(scope);
      await scope.record.commit();
    });
  await suggestChanges(services, committing, { ...found, pinned_seq: seq }, source.lastSeq);
  return null;
}

async function release({ database }: Services, found: LinkVersion, write: Write): Promise<void> {
  for (const resource of [factResource, relationshipResource, entityResource]) {
    const ids = await broughtIds(database.writes, resource, found);
    await inPieces(ids, (some) =>
      write(async ({ record }) => {
        const kind = resource as unknown as Resource<{ brought: LinkOrigin | null }>;
        const here = await record.load(kind, some);
        releaseAll(
          record,
          kind,
          [...here.values()].filter(({ brought }) => brought?.link_id === found.id),
        );
        await record.commit();
      }),
    );
  }
  const changes = await findVersions(database.writes, linkChange.resource, found.project_id, { link_id: found.id });
  await inPieces(changes, (some) =>
    write(async ({ record }) => {
      const there = await record.load(
        linkChange.resource,
        some.map(({ id }) => id),
      );
      for (const change of there.values()) record.remove(linkChange.resource, change);
      await record.commit();
    }),
  );
  await write(async ({ record }) => {
    const now = await record.get(link.resource, found.id);
    if (now !== null) record.remove(link.resource, now);
    await record.commit();
  });
  await forgetFollower(database.writes, found);
}

/** Says why the work cannot go on: as the service itself, because whoever asked for it may write nothing any more, or nobody may. */
async function fail(
  services: Services,
  found: LinkVersion,
  { starter, mode }: { readonly starter: Starter; readonly mode: Mode },
  error: string,
): Promise<void> {
  const place = { projectId: found.project_id, workspaceId: starter.workspace_id, mode, part: "links" };
  const write: Write = (work) => writeAsSystem(services, place, work);
  await end(write, found, { status: "failed", error }, "failed");
}

async function end(
  write: Write,
  { id, seq, status }: LinkVersion,
  fields: Partial<LinkVersion>,
  verb: string,
): Promise<void> {
  await write(async ({ record }) => {
    const now = await record.get(link.resource, id);
    // A repin or a release meanwhile has a job of its own.
    if (now === null || now.seq !== seq || now.status !== status) return;
    record.update(link.resource, now, { ...stateOf(link.resource, now), ...fields }, { verb });
    await record.commit();
  });
}

/** Returns the mode of a project. */
async function modeOf(db: Db, projectId: string): Promise<Mode | undefined> {
  const [row] = await db.execute<{ mode: Mode }>(sql`SELECT mode FROM project_heads WHERE project_id = ${projectId}`);
  return row?.mode;
}
