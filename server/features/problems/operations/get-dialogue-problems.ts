import { z } from "zod";
import { countCauses } from "#domain/problems/group-problems.ts";
import { countProblems } from "#domain/problems/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { requireGraph } from "../../dialogues/public.ts";
import { problemsOf } from "../read-problems.ts";
import { DialogueProblem, graphParams, severityCounts, WaivedProblem } from "../schemas.ts";

/** Problems of one dialogue. */
const ProblemReport = z
  .object({
    seq: z.int().meta({ description: "Sequence of the record the report is true at." }),
    problems: z.array(DialogueProblem),
    counts: z
      .object({ error: z.int(), warning: z.int(), info: z.int(), waived: z.int() })
      .meta({ description: "Problems by severity; those that are ignored count as `waived` alone." }),
    causes: z.object(severityCounts).meta({
      description: "Number of problems; those of one code with one cause count once.",
    }),
    waived: z.array(WaivedProblem),
  })
  .meta({ id: "ProblemReport" });

export const getDialogueProblems = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/problems",
  scope: "read",
  summary: "Find the problems of a dialogue",
  description:
    "A superset of the validation report, with a cause for each: problems of one code with one cause go away together. A start that no longer exists is one problem here, and leaves every node unreachable there.",
  params: graphParams,
  output: ProblemReport,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    const [found] = await problemsOf(db, project.id, [graph], atSeq);
    const { problems, waived } = found ?? { problems: [], waived: [] };
    const counts = { ...countProblems(problems), waived: waived.length };
    return { seq: atSeq ?? project.lastSeq, problems, counts, causes: countCauses(problems), waived };
  },
});
