import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { EVERYONE } from "../../../kernel/scope.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import type { Db } from "../../../record/database.ts";
import { byId } from "../../../record/look-up.ts";
import { answerPlainFact } from "../answer-fact.ts";
import { audiencesOfEach } from "../audience.ts";
import type { FactMoment } from "../chain.ts";
import { fact, factResource } from "../fact.ts";
import { changeInRun } from "../in-run.ts";
import { Fact, inRunFields, namesRun, runStep, Untelling } from "../schemas.ts";
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
    "Removes entities from those that know the fact directly, with how they came to know it. `still_knows_by` names those of them that know it otherwise. Read at an earlier `at_seq`, they know it as they did. With `run`, what they were told in that playthrough is taken back, and what the record says stays.",
  params: fact.params,
  body: Untelling.extend(inRunFields)
    .refine(...namesRun)
    .meta({ id: "FactUntelling" }),
  output: z.object({
    fact: Fact.meta({ description: "The fact." }),
    still_knows_by: z.array(StillKnows).meta({ description: "Entities of `to` that still know it, and by what." }),
    ...runStep,
  }),
  errors: ["not_found", "precondition_failed", "run_step", "run_state", "canon_violation"],
  example: { to: ["ent_01jd0000000000000000000001"] },
  lookUps: ({ params }) => [byId(factResource, [params.fact_id])],
  inRun: async (context, { params: { fact_id: id }, body: { run, step, to } }) => {
    const untell = { fact: id, to: [...new Set(to)] };
    const { facts, run_step } = await changeInRun(context, {
      ...{ run, step },
      isSame: (done) => "untell" in done && isDeepStrictEqual(done.untell, untell),
      action: async (before) => {
        await before.require(id);
        return { untell };
      },
    });
    const fact = await facts.shown(id);
    const at = { projectId: context.project.id, atSeq: facts.seq };
    return { fact, still_knows_by: await stillKnows(context.services.database.reads, at, fact, to), run_step };
  },
  handle: async (context, { params, body: { to } }) => {
    const { record } = context;
    const version = await target(context, factResource, params.fact_id);
    untellIn(record, version, to);
    const fact = await answerPlainFact(context, version.id);
    const at = { projectId: record.projectId, atSeq: null };
    return { fact, still_knows_by: await stillKnows(record.db, at, fact, to), run_step: null };
  },
});

/** Returns who of some entities knows a fact, and by what. */
async function stillKnows(
  db: Db,
  at: FactMoment,
  { known_by }: z.input<typeof Fact>,
  to: readonly string[],
): Promise<z.input<typeof StillKnows>[]> {
  const audiences = await audiencesOfEach(db, at, to);
  return [...new Set(to)].flatMap((entity_id) => {
    const own = audiences.get(entity_id) ?? [];
    const by = known_by === EVERYONE ? [EVERYONE] : own.filter((each) => known_by.includes(each));
    return by.length === 0 ? [] : [{ entity_id, by }];
  });
}
