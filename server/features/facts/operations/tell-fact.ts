import { isDeepStrictEqual } from "node:util";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { requireWithinLimits } from "../../../record/limits.ts";
import { answerFact } from "../answer-fact.ts";
import { fact } from "../fact.ts";
import { changeInRun } from "../in-run.ts";
import { knowersWith } from "../run-facts.ts";
import { inRunFields, namesRun, runStep, Telling, WrittenFact } from "../schemas.ts";
import { factLookUps, requireKnowers, tellIn } from "../write-fact.ts";

export const tellFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/tell",
  scope: "write",
  summary: "Tell entities a fact",
  description:
    "Adds entities to those that know the fact, with how they came to know it and from whom. Tellings at the same time all take effect, without `base_seq`. An entity that knows it already is said anew how; it has known it since it first did. With `run`, they know it in that playthrough alone.",
  params: fact.params,
  body: Telling.extend(inRunFields)
    .refine(...namesRun)
    .meta({ id: "FactTelling" }),
  output: WrittenFact.extend(runStep).meta({ id: "ToldFact" }),
  errors: ["not_found", "precondition_failed", "run_step", "run_state", "canon_violation"],
  example: { to: ["ent_01jd0000000000000000000001"], how: "told", from: "ent_01jd0000000000000000000000" },
  lookUps: ({ params, body: { to, from } }) => factLookUps({ known_by: to, subject_id: from }, params.fact_id),
  inRun: async (context, { params: { fact_id: id }, body: { run, step, to, how, from } }) => {
    const tell = { fact: id, to: [...new Set(to)], how, from };
    const { facts, run_step } = await changeInRun(context, {
      ...{ run, step },
      isSame: (done) => "tell" in done && isDeepStrictEqual(done.tell, tell),
      action: async (before) => {
        const version = await before.require(id);
        await requireKnowers(before, version, { to, from });
        const [known, known_by] = [version.known_by, knowersWith(version.known_by, tell.to)];
        requireWithinLimits(fact.resource.limits, [
          { before: { known_by: known }, after: { known_by }, loc: ["body"] },
        ]);
        return { tell };
      },
    });
    return { ...(await facts.written(id)), run_step };
  },
  handle: async (context, { params, body }) => {
    const version = await target(context, fact.resource, params.fact_id);
    await tellIn(context.record, version, body);
    return { ...(await answerFact(context, version.id)), run_step: null };
  },
});
