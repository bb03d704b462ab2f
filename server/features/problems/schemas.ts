import { z } from "zod";
import { PROBLEM_CODES, SEVERITIES } from "#domain/problems/problem.ts";
import { idOf } from "../../kernel/validation/fields.ts";

export const graphParams = z.object({ project_id: idOf("prj"), graph_id: idOf("dlg") });

export const code = z.enum(PROBLEM_CODES);
export const severity = z.enum(SEVERITIES);

/** Numbers by severity. */
export const severityCounts = {
  error: z.int().meta({ description: "Number of errors, which prevent correct play." }),
  warning: z.int().meta({ description: "Number of warnings, which are possible mistakes." }),
  info: z.int().meta({ description: "Number of notes." }),
};

const problemFields = {
  graph_id: z.string(),
  code,
  severity,
  node_id: z.string().nullable(),
  branch_id: z.string().nullable(),
  variable_id: z.string().nullable(),
  cause: z.string().meta({
    description: "Cause of the problem. Problems of one code with one cause are fixed together.",
  }),
  message: z.string(),
  data: z
    .object({
      path: z.string().optional(),
      entity_id: z.string().optional(),
      target_node_id: z.string().nullable().optional(),
      choice_text: z.string().optional(),
      name: z.string().optional(),
      expected: z.string().optional(),
      actual: z.string().optional(),
      reason: z.string().optional(),
      states: z
        .array(
          z.object({
            variable_id: z.string(),
            values: z.array(z.string()).meta({ description: "The values, as the message shows them." }),
          }),
        )
        .optional()
        .meta({ description: "Values that variables have wherever the condition is asked, where they are few." }),
      holds: z
        .boolean()
        .optional()
        .meta({ description: "Whether the condition always holds; false where it never does." }),
    })
    .meta({ description: "Values in the message." }),
};

/** Error or possible error in a dialogue. */
export const DialogueProblem = z.object(problemFields).meta({ id: "DialogueProblem" });

/** A problem that is ignored, and why. */
export const WaivedProblem = z
  .object({ ...problemFields, waiver_id: z.string(), reason: z.string(), by: z.string(), waived_at: z.string() })
  .meta({ id: "WaivedProblem" });
