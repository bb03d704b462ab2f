import { sentFields } from "../../../kernel/sent-fields.ts";
import { edit } from "../../../operation/edit.ts";
import { stateOf } from "../../../record/resource.ts";
import { keepFollower } from "../followers.ts";
import { link } from "../link.ts";
import { requireSource } from "../open-source.ts";

export const updateLink = link.update({
  description:
    "Changes what the link names, the properties that are this project's own, and whether it follows its source. What it names and the properties hold from the next repin on. Requires that the caller may read the source, for which it is read in the caller's name from then on.",
  example: { overlay: ["mood"] },
  alone: true,
  write: async (context, version, { base_seq: baseSeq, ...patch }) => {
    await requireSource(context, version);
    const next = { ...stateOf(link.resource, version), ...sentFields(patch) };
    const after = await edit(context, link.resource, version, next, { baseSeq });
    await keepFollower(context.db, after, context.caller, context.requestId);
  },
});
