import { z } from "zod";
import { actionsOf } from "#domain/runtime/log.ts";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { placeOf } from "../open-run.ts";
import { playAgain } from "../play-again.ts";
import { RunStanding, runParams, stepField } from "../schemas.ts";
import { showStanding } from "../show-run.ts";
import { readLog, readStanding, standingAt } from "../standing.ts";
import { readStory } from "../story.ts";
import { beginningOf, takeStep } from "../take-step.ts";

const Rebased = z
  .object({
    breaks: z
      .object({
        page: z.int().meta({ description: "First page of the transcript that is not possible there." }),
        reason: z.enum(["not_offered", "closed", "not_awaited", "over", "too_long"]),
      })
      .nullable()
      .meta({ description: "First step that is not possible at that sequence; null when all are." }),
    dry_run: z.boolean().meta({ description: "Whether it was only tried." }),
    standing: RunStanding.meta({ description: "Position afterwards; in a dry run, the expected position." }),
  })
  .meta({ id: "RebasedRun" });

export const rebaseRun = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/rebase",
  scope: "write",
  summary: "Move a playthrough to another sequence",
  description:
    "Plays the same decisions in the story at another sequence. `dry_run` reports what would break. Otherwise a playthrough that would break is 409 `run_rebase`, unless `truncate` continues it from its last possible step.",
  params: runParams,
  body: z.strictObject({
    step: stepField,
    to_seq: integer({ min: 0 }).meta({ description: "Sequence of the story to continue with." }),
    dry_run: z.boolean().default(false).meta({ description: "Report what would break, without writing it." }),
    truncate: z.boolean().default(false).meta({ description: "Continue from the last possible step." }),
  }),
  output: Rebased,
  errors: ["not_found", "run_step", "run_state", "run_rebase"],
  example: { step: 4, to_seq: 180, dry_run: true },
  handle: async (context, { params, body }) => {
    const { project, services } = context;
    const { reads } = services.database;
    if (body.to_seq > project.lastSeq) throw aboveMaximum(["body", "to_seq"], body.to_seq, project.lastSeq);
    const kept = await readStanding(reads, project.id, params.run_id);
    if (kept === null) throw new Problem("not_found");
    const { since: _, ...standing } = kept;
    const story = await readStory(reads, { ...placeOf(standing), seq: body.to_seq });
    const actions = actionsOf(await readLog(reads, standing, standing.step));
    const beginning = await beginningOf(reads, standing);
    const { page, pages, misstep } = await playAgain(story.dialogue, { beginning, actions });
    const breaks = misstep === null ? null : { page: misstep.index + 1, reason: misstep.reason };
    const there = { ...standing, base_seq: body.to_seq };
    if (body.dry_run) {
      if (body.step !== standing.step) throw new Problem("run_step", { detail: { step: standing.step } });
      const would = { ...standingAt(there, page), step: standing.step };
      return { breaks, dry_run: true, standing: showStanding(story, would, page) };
    }
    const shown = await takeStep(context, {
      runId: params.run_id,
      step: body.step,
      action: () => ({ rebase: pages - 1 }),
      take: () => {
        if (breaks !== null && !body.truncate) throw new Problem("run_rebase", { detail: breaks });
        return { after: standingAt(there, page), page, story };
      },
    });
    return { breaks, dry_run: false, standing: shown };
  },
});
