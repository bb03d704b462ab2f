import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { answered, extraction } from "../extraction.ts";
import { ChosenParts, openParts } from "../open-parts.ts";

export const rejectExtraction = projectWrite({
  ...extraction.transition("reject"),
  body: ChosenParts,
  bodyOptional: true,
  output: extraction.wire,
  errors: ["not_found", "wrong_state", "precondition_failed"],
  example: { parts: ["p1"] },
  handle: async (context, { params, body }) => {
    const version = await target(context, extraction.resource, params.bible_extraction_id);
    const ids = openParts(version, "reject", body.parts).map(({ id }) => id);
    const next = answered(stateOf(extraction.resource, version), new Set(ids), "rejected");
    const note = { verb: "rejected", data: { parts: ids } };
    return extraction.toWire(await edit(context, extraction.resource, version, next, { note }));
  },
});
