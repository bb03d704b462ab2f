import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { makeProject, newProjectMode } from "../make-project.ts";
import { Project, projectFields } from "../schemas.ts";

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
    packs: projectFields.packs
      .optional()
      .meta({ description: "Packs that the studio shows for it; `game` when absent." }),
    knowing_types: projectFields.knowing_types.optional(),
    npc_memory: projectFields.npc_memory.optional(),
    npc_units: projectFields.npc_units.optional(),
    mode: newProjectMode,
  }),
  output: Project,
  status: 201,
  errors: ["forbidden", "plan_limit_reached"],
  example: { name: "The Salt Gate", description: "A harbour town and its toll." },
  handle: (context, { body }) =>
    makeProject(context, {
      name: body.name,
      description: body.description ?? "",
      metadata: (body.metadata ?? {}) as Record<string, never>,
      packs: body.packs,
      knowing_types: body.knowing_types,
      npc_memory: body.npc_memory,
      npc_units: body.npc_units,
      mode: body.mode,
    }),
});
