import type { JsonObject } from "#domain/json.ts";
import type { ApiForm } from "../../record/api-form.ts";
import { type ProjectState, projectResource } from "./project.ts";
import { Project, projectFields, toProject } from "./schemas.ts";

/** The project itself in its feed and in comparisons. */
export const projectForm: ApiForm<ProjectState> = {
  resource: projectResource,
  schema: Project,
  fields: projectFields,
  example: {
    state: { name: "The Salt Gate", mode: "test" },
    edits: { updated: { description: "A harbour town, its toll, and who pays it." } },
  },
  show: async (_db, { workspaceId }, moments) =>
    moments.map(({ version, seq }) => toProject(version, { workspaceId, lastSeq: seq, deletedAt: null }) as JsonObject),
};
