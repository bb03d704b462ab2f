import { z } from "zod";
import { countCauses } from "#domain/problems/group-problems.ts";
import { countProblems } from "#domain/problems/problem.ts";
import { inBatches, JsonPieces, listPieces, openObject } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { requireGraph } from "../../dialogues/public.ts";
import { type FoundProblems, findProblemsIn } from "../read-problems.ts";
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
    elsewhere: z
      .object({
        changed: z.array(z.string()).meta({ description: "Ids of the variables that other dialogues change." }),
        leads_here: z.boolean().meta({ description: "Whether another dialogue leads to this one." }),
        knowledge: z
          .object({
            gone: z.array(z.string()).meta({
              description:
                "Facts and quests named here that do not exist; a stage or an objective stands behind the id of its quest and a blank.",
            }),
            untold: z
              .array(
                z.object({
                  entity_id: z.string().meta({ description: "Who is asked to know it." }),
                  fact_id: z.string().meta({ description: "The fact." }),
                }),
              )
              .meta({
                description:
                  "Facts that somebody is asked to know, or to tell in a talk, does not, and is told in no other dialogue.",
              }),
            voices: z
              .array(
                z.object({
                  entity_id: z.string().meta({ description: "The character." }),
                  actions: z.array(z.string()).meta({ description: "Keys of the actions that it declares." }),
                }),
              )
              .meta({ description: "Characters that answer, of those that are talked to here." }),
          })
          .meta({ description: "What the rest of the project says of the facts, quests and characters named here." }),
      })
      .meta({ description: "What other dialogues decide about the values of variables here, and what is known here." }),
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
  handle: async ({ db, project, atSeq, services }, { params }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    const seq = atSeq ?? project.lastSeq;
    const source = { db: services.database.reads, projectId: project.id, atSeq: seq };
    return new JsonPieces(async function* () {
      for await (const found of findProblemsIn(source, [graph])) {
        yield `${openObject({ seq })},"problems":`;
        yield* listPieces(shownProblems(found), (each) => each);
        const { problems, waived } = found;
        const counts = { ...countProblems(problems), waived: waived.length };
        const { changed, leadsHere: leads_here } = found.elsewhere;
        const elsewhere = { changed: [...changed].sort(), leads_here, knowledge: found.knowledge };
        yield `,${openObject({ counts, causes: countCauses(problems), elsewhere }).slice(1)},"waived":`;
        yield* listPieces(shownWaived(found), (each) => each);
        yield "}";
      }
    });
  },
});

async function* shownProblems({ problems, show }: FoundProblems) {
  for (const some of inBatches(problems)) yield await show(some);
}

async function* shownWaived({ waived, show }: FoundProblems): AsyncGenerator<z.input<typeof WaivedProblem>[]> {
  for (const some of inBatches(waived)) {
    const problems = await show(some.map(({ problem }) => problem));
    yield problems.flatMap((each, index) => {
      const waiver = some[index]?.waiver;
      if (waiver === undefined) return [];
      const { id: waiver_id, reason, by, updated_at: waived_at } = waiver;
      return [{ ...each, waiver_id, reason, by, waived_at }];
    });
  }
}
