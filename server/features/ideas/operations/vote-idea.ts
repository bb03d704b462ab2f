import { z } from "zod";
import { flag } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { idea } from "../idea.ts";

export const voteIdea = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/ideas/{idea_id}/vote",
  scope: "write",
  summary: "Vote for an idea",
  description: "Adds your vote, or takes it back. Everyone has one vote for an idea.",
  params: idea.params,
  body: z
    .strictObject({
      vote: flag().default(true).meta({ description: "Whether you vote for it; false takes your vote back." }),
    })
    .meta({ id: "IdeaVote" }),
  bodyOptional: true,
  output: idea.wire,
  errors: ["not_found", "precondition_failed"],
  example: { vote: true },
  lookUps: ({ params }) => [byId(idea.resource, [params.idea_id])],
  handle: async (context, { params, body }) => {
    const { record, caller } = context;
    const version = await target(context, idea.resource, params.idea_id);
    const others = version.voters.filter((voter) => voter !== caller.actor);
    const voters = body.vote ? [...others, caller.actor] : others;
    if (voters.length !== version.voters.length) {
      const next = { ...stateOf(idea.resource, version), voters, votes: voters.length };
      record.update(idea.resource, version, next, { verb: "voted" });
    }
    return idea.toWire(await committed(context, idea.resource, version.id));
  },
});
