import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { flag, text } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { dryRun, restoreOrPreview, restorePreview } from "../../../operation/restore-preview.ts";
import { findVersion } from "../../../record/versions.ts";
import { placeOf } from "../open-run.ts";
import { acceptProposals, MAX_ACCEPTED } from "../proposals/accept-proposals.ts";
import { proposalsOf } from "../proposals/made.ts";
import { run } from "../run.ts";
import { RunProposal, runParams, worldValue } from "../schemas.ts";
import { readStanding, readWay } from "../standing.ts";
import { readStory } from "../story.ts";

/** Effects that one request may name. */
const MAX_EFFECTS = 1_000;

const page = z.int().meta({ description: "Page of the transcript that proposed it; 0 is the beginning." });

const Accepted = RunProposal.extend({
  page,
  value: worldValue.meta({
    description:
      "Value in the record afterwards. What the playthrough added to its own value is added to that of the record.",
  }),
}).meta({ id: "AcceptedProposal" });

const NotKept = RunProposal.extend({
  page,
  reason: z.enum(["of_playthrough", "gone", "does_not_fit"]).meta({
    description:
      "`of_playthrough` for what only a playthrough has, such as its time and where its quests stand; `gone` where what it is about is not there any more; `does_not_fit` where the record takes no such value there.",
  }),
  message: z.string().meta({ description: "The reason in words." }),
}).meta({ id: "ProposalNotKept" });

const Met = RunProposal.extend({
  page,
  theirs: worldValue.meta({
    description: "Value in the record, which somebody changed since the playthrough read it.",
  }),
  by: z.string().nullable().meta({ description: "Author of that change; null where it is not known." }),
  at: z.iso.datetime().nullable().meta({ description: "Time of that change." }),
}).meta({ id: "ProposalMet" });

export const acceptRunProposals = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/proposals/accept",
  scope: "write",
  summary: "Accept what a playthrough proposed",
  description: `Writes the changes of the world that a playthrough proposed to the record, in one commit, the earliest ${MAX_ACCEPTED} at a time. What was accepted before, in this playthrough or in one that it goes on from, is not accepted again, so a request can be repeated. Where somebody changed the same value since the playthrough read it, nothing is written and the answer is 409 \`edit_conflict\`, unless \`overwrite\` is set. \`dry_run\` returns what would change, and what it would meet.`,
  params: runParams,
  body: z.strictObject({
    effect_ids: z
      .array(text({ min: 1, max: 200, singleLine: true }))
      .min(1)
      .max(MAX_EFFECTS)
      .optional()
      .meta({ description: "Effects whose proposals are accepted; those of all effects when absent." }),
    overwrite: flag()
      .default(false)
      .meta({ description: "Whether values that somebody changed since are written over." }),
    dry_run: dryRun,
  }),
  bodyOptional: true,
  output: z
    .object({
      seq: z.int().meta({ description: "Last sequence of the record afterwards." }),
      dry_run: z.boolean().meta({ description: "Whether nothing was written." }),
      accepted: z.array(Accepted).meta({ description: "Proposals that the record has now, in order." }),
      not_kept: z
        .array(NotKept)
        .meta({ description: `Proposals that the record does not take, the first ${MAX_ACCEPTED}.` }),
      not_kept_total: z.int().meta({ description: "Number of them." }),
      met: z.array(Met).meta({ description: "Proposals whose value somebody changed since the playthrough read it." }),
      accepted_before: z.int().meta({ description: "Number of proposals that were accepted by earlier requests." }),
      has_more: z.boolean().meta({ description: "Whether there are more to accept, by the same request again." }),
      preview: restorePreview,
    })
    .meta({ id: "AcceptedProposals" }),
  errors: ["not_found", "edit_conflict", "run_state", "run_rebase", "batch_too_large", "linked", "canon_violation"],
  long: true,
  alone: true,
  example: { dry_run: true },
  prepare: async ({ params: { project_id, run_id } }, { database }, caller) => {
    const { reads } = database;
    const { project } = await openProject(reads, caller, project_id);
    const kept = await readStanding(reads, project.id, run_id);
    const version = await findVersion(reads, run.resource, project.id, run_id);
    if (kept === null || version === null) throw new Problem("not_found");
    const way = await readWay(reads, kept, kept.step);
    const story = await readStory(reads, placeOf(kept));
    return { kept, made: await proposalsOf({ story, beginning: version.beginning, way }) };
  },
  handle: async (context, { params, body }, { kept, made }) => {
    await context.record.require(run.resource, params.run_id);
    const chosen = body.effect_ids === undefined ? null : new Set(body.effect_ids);
    const work = () =>
      acceptProposals(context, { made, chosen, baseSeq: kept.base_seq, overwrite: body.overwrite || body.dry_run });
    const done = await restoreOrPreview(context, body.dry_run, work);
    const { noteSeq, ...shown } = done;
    if (!body.dry_run) await noteSeq(done.seq);
    return { ...shown, dry_run: body.dry_run };
  },
});
