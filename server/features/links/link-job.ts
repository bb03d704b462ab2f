import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { LinkOrigin } from "../../kernel/brought.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import { mayStill } from "../../operation/gate.ts";
import { callerFrom, type Starter } from "../../operation/starter.ts";
import { writeLater } from "../../operation/system-write.ts";
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
    const caller = await services.currentCaller(callerFrom(starter, "write"));
    if (!mayStill(caller, "write", projectId)) return "done";
    const authorship = { actor: starter.actor, requestId: starter.request_id };
    const write: Write = (work) => writeLater(services, projectId, { caller, authorship }, work);
    try {
      if (found.status === "releasing") await release(services, found, write);
      else await bring(services, found, { write, caller: { ...caller, scopes: ["read"] } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "project_archived" && error.code !== "not_found") await fail(write, found, error.message);
    }
    return "done";
  },
});

type Caller = NonNullable<Awaited<ReturnType<Services["currentCaller"]>>>;

async function bring(
  services: Services,
  found: LinkVersion,
  { write, caller }: { readonly write: Write; readonly caller: Caller },
): Promise<void> {
  const { database } = services;
  const { project_id: id, source_project_id: sourceId, seq } = found;
  const mode = caller.modes.length === 1 ? caller.modes[0] : await modeOf(database.reads, id);
  const source = mode === undefined ? null : await openSource(database.reads, caller, sourceId, { id, mode });
  if (source === null || source.lastSeq < seq) {
    await fail(write, found, "The source is gone, or whoever linked it may not read it any more.");
    return;
  }
  const content = await database.reads.transaction("snapshot", async (db) =>
    readSource(db, { projectId: sourceId, seq }, found.filter, await broughtIds(db, factResource, found)),
  );
  if (content.isTooMuch) {
    await fail(write, found, `There is more than ${MAX_BROUGHT} of a kind. Name types or entities.`);
    return;
  }
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
  await pieces(content.facts, ({ record }, some) => writeFacts(record, found, some));
  await noteBrought(database.writes, found);
  await end(write, found, { status: "ready", pinned_seq: seq, error: null }, "brought");
  if (found.mode !== "following") return;
  const committing: Write = (work) =>
    write(async (scope) => {
      await work(scope);
      await scope.record.commit();
    });
  await suggestChanges(services, committing, { ...found, pinned_seq: seq }, source.lastSeq);
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

async function fail(write: Write, found: LinkVersion, error: string): Promise<void> {
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
async function modeOf(db: Db, projectId: string): Promise<Caller["modes"][number] | undefined> {
  const [row] = await db.execute<{ mode: Caller["modes"][number] }>(
    sql`SELECT mode FROM project_heads WHERE project_id = ${projectId}`,
  );
  return row?.mode;
}
