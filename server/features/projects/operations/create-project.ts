import { sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { MODES } from "../../../kernel/scope.ts";
import { write } from "../../../operation/operation.ts";
import { requirePlanRoom } from "../../access/public.ts";
import { countProjects } from "../count-projects.ts";
import { projectResource } from "../project.ts";
import { Project, projectFields, projectTag, toProject } from "../schemas.ts";

export const createProject = write({
  method: "POST",
  path: "/v1/projects",
  scope: "write",
  summary: "Create a project",
  description:
    "The project takes the mode of the key: test keys make test projects, live keys live ones. Its id is made here; send an `Idempotency-Key` to repeat the request safely.",
  params: z.object({}),
  body: z.strictObject({
    name: projectFields.name,
    description: projectFields.description.optional(),
    metadata: projectFields.metadata.optional(),
    mode: z
      .enum(MODES)
      .optional()
      .meta({ description: "For people, who make live projects unless they say otherwise; a key has its own mode." }),
  }),
  output: Project,
  status: 201,
  errors: ["forbidden", "plan_limit_reached"],
  example: { name: "The Salt Gate", description: "A harbour town and its toll." },
  handle: async ({ db, caller, services, openProject, response }, { body }) => {
    if (caller.projectIds !== null) {
      throw new Problem("forbidden", { message: "A key limited to certain projects cannot create another." });
    }
    const mode = body.mode ?? caller.modes[0];
    if (mode === undefined || !caller.modes.includes(mode)) {
      throw new Problem("forbidden", { message: `This key works in ${caller.modes.join(", ")} mode only.` });
    }
    const { workspaceId } = caller;
    await requirePlanRoom(db, workspaceId, "projects", () => countProjects(db, workspaceId, services.clock.now()));
    // Never chosen by the caller: refusing one that is taken would tell that somebody else's project exists.
    const id = newId("prj", services.clock.now());
    const now = new Date(services.clock.now()).toISOString();
    await db.execute(
      sql`INSERT INTO project_heads (project_id, workspace_id, mode, last_seq, last_recorded_at, created_at)
          VALUES (${id}, ${caller.workspaceId}, ${mode}, 0, ${now}, ${now})`,
    );
    const record = await openProject(id, { mode });
    record.create(projectResource, id, {
      name: body.name,
      description: body.description ?? "",
      mode,
      metadata: (body.metadata ?? {}) as Record<string, never>,
    });
    await record.commit();
    const version = record.version(projectResource, id);
    if (version === null) throw new Error("a new project has no version");
    response.etag = projectTag(version, record.seq);
    return toProject(version, { workspaceId: caller.workspaceId, lastSeq: record.seq, deletedAt: null });
  },
});
