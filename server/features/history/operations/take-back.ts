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
    field_name: z.string().meta({ description: "What people call the field; empty for the whole subject." }),
    reason: z.enum(["changed_since", "gone", "stays", "refused"]).meta({
      description:
        "`changed_since`: it was written again. `gone`: its subject is deleted. `stays`: changes of its kind are not taken back. `refused`: a rule stands in the way; `message` says which.",
    }),
    message: z.string().nullable().meta({ description: "Why it was refused; null for the other reasons." }),
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
    "Gives each field that the commit wrote what it had before, as one new commit. A field that was written again since stays as it is and is named with who did. What the commit deleted comes back; a node or note that it made goes, unless it was edited since. `dry_run` says what would change.",
  params: z.object({
    project_id: idOf("prj").meta({ description: "The project." }),
    commit_seq: text({ pattern: /^[1-9]\d{0,15}$/ }).meta({ description: "The `commit_seq` of the commit." }),
  }),
  body: z.strictObject({
    dry_run: flag().default(false).meta({ description: "Answer what would change, and change nothing." }),
  }),
  bodyOptional: true,
  output: z
    .object({
      commit_seq: z.int().meta({ description: "The commit that is taken back." }),
      dry_run: z.boolean().meta({ description: "Whether it was only asked what would change." }),
      ...waitingChanges.shape,
      left: z.array(LeftAsItIs).meta({ description: `The first ${LEFT_NAMED} fields that stay as they are.` }),
      left_total: z.int().meta({ description: "How many fields stay as they are." }),
      seq: z.int().meta({ description: "Sequence of the project afterwards; as it is with `dry_run`." }),
    })
    .meta({ id: "TakenBack" }),
  alone: true,
  long: true,
  errors: ["not_found", "batch_too_large"],
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
