import { z } from "zod";
import { write } from "../../../operation/operation.ts";
import { makeProject, newProjectMode, Project, projectFields } from "../../projects/public.ts";
import { SAMPLE_IDS, SAMPLES } from "../samples.ts";
import { writeSample } from "../write-sample.ts";

export const createProjectOfSample = write({
  method: "POST",
  path: "/v1/samples/projects",
  scope: "write",
  summary: "Create a project of a sample",
  description:
    "Makes a project with everything the sample has, in one commit. It is like any other project: change anything. The mode is that of the key, as for an empty one.",
  params: z.object({}),
  body: z.strictObject({
    sample_id: z.enum(SAMPLE_IDS).meta({ description: "The sample." }),
    name: projectFields.name.optional().meta({ description: "Name of the project; that of the sample when absent." }),
    mode: newProjectMode,
  }),
  output: Project,
  status: 201,
  errors: ["forbidden", "plan_limit_reached"],
  example: { sample_id: "harbour", name: "Eleven Minutes, my way" },
  handle: (context, { body }) => {
    const { name, description, content } = SAMPLES[body.sample_id];
    const fields = { name: body.name ?? name, description, metadata: {}, mode: body.mode };
    return makeProject(context, fields, (record, now) => writeSample(record, content, now));
  },
});
