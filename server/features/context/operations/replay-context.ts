import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { assembleContext } from "../assemble.ts";
import { findReceipt } from "../receipts.ts";
import { Context, receiptParams } from "../schemas.ts";

export const replayContext = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/context/{receipt_id}/replay",
  scope: "read",
  summary: "Assemble a context again",
  description:
    "Assembles the context of a receipt again from the record as it was, and compares the two. `equal` is false only when a newer version of the service uses other rules, with another `scorer_version` than the receipt's, or when a player was erased whom facts of the context were about too.",
  params: receiptParams,
  output: z.object({
    equal: z.boolean().meta({ description: "Whether it is the same, byte by byte." }),
    receipt_digest: z.string().meta({ description: "The digest that was kept with the receipt." }),
    context: Context.meta({ description: "The context, assembled again." }),
  }),
  errors: ["not_found", "erased"],
  handle: async ({ project, services }, { params }) => {
    const receipt = await findReceipt(services.database.reads, project.id, params.receipt_id);
    if (receipt === null) throw new Problem("not_found");
    const context = await assembleContext(services, project.id, receipt.seq, receipt.question, { services, project });
    return { equal: context.digest === receipt.digest, receipt_digest: receipt.digest, context };
  },
});
