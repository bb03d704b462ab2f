import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findReceipt } from "../receipts.ts";
import { ContextReceipt, receiptParams } from "../schemas.ts";

export const getReceipt = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/context/{receipt_id}",
  scope: "read",
  summary: "Get the receipt of a context",
  description:
    "The question and the selected items of a context: ids, sequences, scores and tokens, without text of the project. Kept for thirty days after the last request for the context.",
  params: receiptParams,
  output: ContextReceipt,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found", "erased"],
  handle: async ({ db, project }, { params }) => {
    const receipt = await findReceipt(db, project.id, params.receipt_id);
    if (receipt === null) throw new Problem("not_found");
    const { question, items, left_out, ...rest } = receipt;
    const { subject_ids, sections, reasons, predicates } = question;
    const asked = {
      ...question,
      player_id: question.player?.id ?? null,
      run: question.run == null ? null : { id: question.run.id, step: question.run.step },
      subject_ids: [...subject_ids],
      sections: [...sections],
      reasons: reasons === null ? null : [...reasons],
      predicates: predicates === null ? null : [...predicates],
    };
    return { ...rest, project_id: project.id, ...asked, items: [...items], left_out: [...left_out] };
  },
});
