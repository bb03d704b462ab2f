import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { flag, idOf, text } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { changesWaiting, waitingChanges } from "../../../operation/restore-preview.ts";
import { readCommit } from "../../../record/feed.ts";
import { LEFT_NAMED, takeBackIn } from "../take-back.ts";

const LeftAsItIs = z
  .object({
    subject_type: z.string(),
    subject_id: z.string(),
    name: z.string().meta({ description: "Its name or title, or the first words of its text; may be empty." }),
    field: z.string().meta({ description: "JSON Pointer of the field; empty for the whole subject." }),
    field_name: z.string().meta({ description: "Display name of the field; empty for the whole subject." }),
    reason: z.enum(["changed_since", "gone", "stays", "refused"]).meta({
      description:
        "`changed_since`: it was written again. `gone`: its subject is deleted. `stays`: changes of this kind are not taken back. `refused`: a rule prevents it; `message` names the rule.",
    }),
    message: z.string().nullable().meta({ description: "Message of the refusal; null for other reasons." }),
    changed_by: z
      .int()
      .nullable()
      .meta({ description: "The `commit_seq` of the last change of it since; null where that is not why." }),
  })
  .meta({ id: "LeftAsItIs" });

export const takeBackCommit = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/timeline/commits/{commit_seq}/take-back",
  scope: "write",
  summary: "Take a commit back",
  description:
    "Restores the previous value of each field that the commit wrote, as one new commit. Fields written again since are kept and listed with their author. Subjects that the commit deleted are restored; nodes and notes that it created are deleted, unless they were edited since. `dry_run` returns the changes without writing them.",
  params: z.object({
    project_id: idOf("prj").meta({ description: "The project." }),
    commit_seq: text({ pattern: /^[1-9]\d{0,15}$/ }).meta({ description: "The `commit_seq` of the commit." }),
  }),
  body: z.strictObject({
    dry_run: flag().default(false).meta({ description: "Return the changes without writing them." }),
  }),
  bodyOptional: true,
  output: z
    .object({
      commit_seq: z.int().meta({ description: "The commit to take back." }),
      dry_run: z.boolean().meta({ description: "Whether this was a dry run." }),
      ...waitingChanges.shape,
      left: z.array(LeftAsItIs).meta({ description: `The first ${LEFT_NAMED} fields that stay as they are.` }),
      left_total: z.int().meta({ description: "Number of fields that were kept." }),
      seq: z.int().meta({ description: "Sequence of the project afterwards; as it is with `dry_run`." }),
    })
    .meta({ id: "TakenBack" }),
  alone: true,
  long: true,
  errors: ["not_found", "batch_too_large", "canon_violation"],
  example: { dry_run: true },
  handle: async (context, { params, body }) => {
    const { record, db, project } = context;
    const seq = Number(params.commit_seq);
    const commit = seq > project.lastSeq ? [] : await readCommit(db, project.id, seq);
    if (commit.length === 0) throw new Problem("not_found");
    const work = async () => {
      const { left, total: left_total } = await takeBackIn(context, commit);
      return { ...(await changesWaiting(context)), left, left_total };
    };
    const done = body.dry_run ? await record.tryOut(work) : await work();
    await record.commit();
    return { commit_seq: seq, dry_run: body.dry_run, ...done, seq: record.seq };
  },
});
