import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import { type Caller, callerOfProject, type Mode } from "../../kernel/scope.ts";
import type { LinkContext } from "../../operation/context.ts";
import { openProject } from "../../operation/gate.ts";
import { type Columns, foundRow } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { hashKey } from "../access/public.ts";
import { type GraphVersion, graphResource } from "../dialogues/public.ts";
import { playedSeq } from "./played-moment.ts";
import { type ShareVersion, share as shareLink } from "./share.ts";
import { isToken } from "./token.ts";

/** Project and story that a share link opens. */
export interface OpenShare {
  readonly share: ShareVersion;
  readonly projectId: string;
  /** The dialogue as it is called today. */
  readonly graph: GraphVersion;
  /** The sequence that it plays. */
  readonly seq: number;
  /**
   * Caller that stands for any holder of the link: it has one project and no scope, so that no other operation admits
   * it.
   */
  readonly caller: Caller;
}

type Holder = Columns<"project_heads", "project_id" | "workspace_id" | "mode"> &
  Columns<"share_tokens", "share_id"> & { mode: Mode };

/**
 * Opens the story of a share link. A link that never existed, was revoked, has expired, plays a moment that is not
 * released, or whose dialogue or project is deleted or archived, gets the same 404.
 *
 * @throws {@link Problem} `unauthorized` without a bearer, `not_found`.
 */
export async function openShare({ db, clock, authorization }: LinkContext): Promise<OpenShare> {
  const bearer = /^bearer +(\S+) *$/i.exec(authorization?.slice(0, 200) ?? "")?.[1];
  if (bearer === undefined) throw new Problem("unauthorized", { message: "Show the token of a share link as bearer." });
  const found = isToken(bearer) ? await findHolder(db, hashKey(bearer)) : null;
  if (found === null) throw closed();
  const { project_id: projectId, share_id: shareId, workspace_id: workspaceId, mode } = found;
  const caller = callerOfProject({ actor: `share:${shareId}`, workspaceId, projectId, mode });
  const { project, isArchived } = await openProject(db, caller, projectId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "not_found" ? closed() : error;
  });
  const share = await findVersion(db, shareLink.resource, projectId, shareId);
  if (isArchived || share === null || share.revoked_at !== null || isOver(share, clock.now())) throw closed();
  const graph = await findVersion(db, graphResource, projectId, share.graph_id);
  const seq = await playedSeq(db, project, share);
  if (graph === null || seq === null) throw closed();
  return { share, projectId, graph, seq, caller };
}

async function findHolder(db: LinkContext["db"], hash: string): Promise<Holder | null> {
  const rows = await db.execute<Holder>(
    sql`SELECT h.project_id, t.share_id, h.workspace_id, h.mode FROM share_tokens t
        JOIN project_heads h ON h.project_id = t.of_project WHERE t.hash = ${hash}`,
  );
  return foundRow(rows);
}

function isOver({ expires_at }: ShareVersion, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** Says the same whatever the reason: a link tells nobody why it no longer opens. */
export function closed(): Problem {
  return new Problem("not_found", { message: "This link opens nothing, or nothing any more." });
}
