import { z } from "zod";
import { MAX_IDEA_ENTITIES, MAX_IDEA_HOOKS, MAX_IDEA_TAGS, MAX_IDEA_VOTERS } from "#drizzle/schema/ideas.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entered } from "../../../operation/ordinary/states.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { IDEA_STATES, type IdeaState, idea } from "../idea.ts";

/** States of an idea that others can be merged into. */
const LIVE: readonly IdeaState["state"][] = ["proposed", "shortlisted", "developing", "promoted"];

export const mergeIdea = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/ideas/{idea_id}/merge",
  scope: "write",
  summary: "Merge an idea into another one",
  description:
    "Archives it, and gives the other one what it has besides: hooks, tags, entities and votes, as far as there is room for them. Its premise is a hook there. The other one is neither rejected nor archived. Both change in one commit; one that is merged into that idea already stays as it is. Answers the other idea.",
  params: idea.params,
  body: z
    .strictObject({ into_id: idOf("idea").meta({ description: "The idea that it is merged into." }) })
    .meta({ id: "IdeaMerge" }),
  output: idea.wire,
  errors: ["not_found", "precondition_failed", "wrong_state"],
  example: { into_id: "idea_01k9hq3xp4t9v0s2hy6gd8bnjw" },
  lookUps: ({ params, body }) => [byId(idea.resource, [params.idea_id, body.into_id])],
  handle: async (context, { params, body }) => {
    const { record, caller, services } = context;
    const version = await target(context, idea.resource, params.idea_id);
    const into = await record.get(idea.resource, body.into_id);
    if (into === null || into.id === version.id) {
      throw invalidValue(["body", "into_id"], "no such other idea in this project", body.into_id);
    }
    if (version.merged_into_id !== into.id || version.state !== "archived") {
      idea.requireState("archive", version);
      requireLive(into);
      const own = stateOf(idea.resource, version);
      const at = new Date(services.clock.now()).toISOString();
      const stamps = entered({ states: IDEA_STATES }, "archived", { actor: caller.actor, at });
      const merged = { ...own, ...stamps, merged_into_id: into.id };
      record.update(idea.resource, version, merged, { verb: "merged" });
      record.update(idea.resource, into, joined(stateOf(idea.resource, into), own));
    }
    return idea.toWire(await committed(context, idea.resource, into.id));
  },
});

/** @throws {@link Problem} `wrong_state` for an idea that nothing can be merged into. */
function requireLive({ state }: IdeaState): void {
  if (LIVE.includes(state)) return;
  const message = `The other idea is ${state}; this takes one that is ${LIVE.join(" or ")}.`;
  throw new Problem("wrong_state", { message, detail: { state, allowed: [...LIVE] } });
}

/** An idea with what another one has besides, as far as there is room. */
function joined(into: IdeaState, from: IdeaState): IdeaState {
  const both = (name: "hooks" | "tags" | "entity_ids" | "voters", more: readonly string[], most: number) =>
    [...new Set([...into[name], ...more])].slice(0, Math.max(most, into[name].length));
  const voters = both("voters", from.voters, MAX_IDEA_VOTERS);
  return {
    ...into,
    hooks: both("hooks", [from.premise, ...from.hooks], MAX_IDEA_HOOKS),
    tags: both("tags", from.tags, MAX_IDEA_TAGS),
    entity_ids: both("entity_ids", from.entity_ids, MAX_IDEA_ENTITIES),
    voters,
    votes: voters.length,
  };
}
