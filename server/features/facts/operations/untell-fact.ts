import { z } from "zod";
import { EVERYONE } from "../../../kernel/scope.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { answerFact } from "../answer-fact.ts";
import { audiencesOfEach } from "../audience.ts";
import { fact, factResource } from "../fact.ts";
import { Fact, FactUntelling } from "../schemas.ts";
import { untellIn } from "../write-fact.ts";

const StillKnows = z
  .object({
    entity_id: z.string().meta({ description: "An entity of `to` that knows the fact all the same." }),
    by: z
      .array(z.string())
      .meta({ description: "Why: `everyone` knows it, or these entities do whose knowledge it has." }),
  })
  .meta({ id: "StillKnows" });

export const untellFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/untell",
  scope: "write",
  summary: "Take back a telling",
  description:
    "Removes entities from those that know the fact directly, with how they came to know it. `still_knows_by` names those of them that know it otherwise. Read at an earlier `at_seq`, they know it as they did.",
  params: fact.params,
  body: FactUntelling,
  output: z.object({
    fact: Fact.meta({ description: "The fact." }),
    still_knows_by: z.array(StillKnows).meta({ description: "Entities of `to` that still know it, and by what." }),
  }),
  errors: ["not_found", "precondition_failed"],
  example: { to: ["ent_01jd0000000000000000000001"] },
  lookUps: ({ params }) => [byId(factResource, [params.fact_id])],
  handle: async (context, { params, body: { to } }) => {
    const { record } = context;
    const version = await target(context, factResource, params.fact_id);
    untellIn(record, version, to);
    const fact = await answerFact(context, version.id);
    const audiences = await audiencesOfEach(record.db, { projectId: record.projectId, atSeq: null }, to);
    const still_knows_by = [...new Set(to)].flatMap((entity_id) => {
      const own = audiences.get(entity_id) ?? [];
      const by = fact.known_by === EVERYONE ? [EVERYONE] : own.filter((each) => fact.known_by.includes(each));
      return by.length === 0 ? [] : [{ entity_id, by }];
    });
    return { fact, still_knows_by };
  },
});
