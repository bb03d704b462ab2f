import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { inOrderOfPacks, type Pack, USUAL_PACKS } from "#domain/packs.ts";
import type { MemoryPolicy } from "#drizzle/schema/npcs.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import { MODES } from "../../kernel/scope.ts";
import type { WriteContext } from "../../operation/context.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { requirePlanRoom } from "../access/public.ts";
import { countProjects } from "./count-projects.ts";
import { projectResource } from "./project.ts";
import { type Project, projectTag, toProject } from "./schemas.ts";

/** The mode of a new project, as a request says it. */
export const newProjectMode = z
  .enum(MODES)
  .optional()
  .meta({ description: "Mode of the project, for members; defaults to `live`. A key always uses its own mode." });

/** Fields of a new project. */
export interface NewProject {
  readonly name: string;
  readonly description: string;
  readonly metadata: JsonObject;
  /** Packs of it; the usual ones when undefined. */
  readonly packs?: readonly Pack[] | undefined;
  /** Types of relationships by which groups share what they know; none when undefined. */
  readonly knowing_types?: readonly string[] | undefined;
  /** Treatment of what is said to npcs; the usual one when undefined. */
  readonly npc_memory?: MemoryPolicy | undefined;
  readonly npc_units?: number | null | undefined;
  readonly mode: z.output<typeof newProjectMode>;
}

/**
 * Makes a project with all that `fill` writes into it, in one commit, and returns it.
 *
 * @throws Problem `forbidden` where the caller may make none, or none in this mode; `plan_limit_reached` where the plan has room for
 * no other.
 */
export async function makeProject(
  { db, caller, services, openProject, response }: WriteContext,
  {
    mode: wanted,
    packs = USUAL_PACKS,
    knowing_types = [],
    npc_memory = "keep",
    npc_units = null,
    ...fields
  }: NewProject,
  fill: (record: UnitOfWork, now: number) => Promise<void> = async () => {},
): Promise<z.input<typeof Project>> {
  if (caller.projectIds !== null) {
    throw new Problem("forbidden", { message: "A key limited to certain projects cannot create another." });
  }
  const mode = wanted ?? caller.modes[0];
  if (mode === undefined || !caller.modes.includes(mode)) {
    throw new Problem("forbidden", { message: `This key works in ${caller.modes.join(", ")} mode only.` });
  }
  const { workspaceId } = caller;
  const now = services.clock.now();
  await requirePlanRoom(db, workspaceId, "projects", () => countProjects(db, workspaceId, now));
  // Never chosen by the caller: refusing one that is taken would tell that somebody else's project exists.
  const id = newId("prj", now);
  const at = new Date(now).toISOString();
  await db.execute(
    sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
        VALUES (${id}, ${workspaceId}, ${mode}, 0, ${at}, ${at})`,
  );
  const record = await openProject(id, { mode });
  const state = { ...fields, mode, archived: false, packs: inOrderOfPacks(packs) };
  record.create(projectResource, id, { ...state, npc_memory, npc_units, knowing_types: [...new Set(knowing_types)] });
  await fill(record, now);
  await record.commit();
  const version = record.version(projectResource, id);
  if (version === null) throw new Error("a new project has no version");
  response.etag = projectTag(version, record.seq);
  return toProject(version, { workspaceId, lastSeq: record.seq, deletedAt: null });
}
