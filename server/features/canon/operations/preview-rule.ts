import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { checkNextPart, UNITS_AT_ONCE } from "../check-project.ts";
import { completeRules } from "../declared-predicates.ts";
import type { Violation } from "../find-violations.ts";
import { canonRule, type RuleState, ruleOf, withDefaults } from "../rule.ts";
import { CanonViolation } from "../schemas.ts";
import { showViolations } from "../show-violations.ts";

/** Violations that a preview shows, and subjects that it looks at. */
const SHOWN = 20;
const MOST_PARTS = 40;

/** Id of a rule that is not there yet. */
const UNSAVED = "rule_00000000000000000000000000";

const { name, kind, severity, reason, entity_types, except_ids, predicates, acts, property, values, conditions } =
  canonRule.body.shape;

export const previewRule = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/canon/rules/preview",
  scope: "read",
  long: true,
  summary: "Preview a rule",
  description: `What a rule would find now, without saving it: the first ${SHOWN} violations and their number, as far as ${(MOST_PARTS * UNITS_AT_ONCE).toLocaleString("en")} subjects tell. With \`at_seq\`, what it would have found then.`,
  params: projectScope,
  body: z
    .strictObject({
      name: name.optional(),
      ...{ kind, severity, reason, entity_types, except_ids, predicates, acts, property, values, conditions },
    })
    .meta({ id: "CanonRulePreview" }),
  output: z.object({
    violations: z.array(CanonViolation).meta({ description: "The first of them." }),
    found: z.int().meta({ description: "Number of violations that were found." }),
    is_complete: z.boolean().meta({ description: "Whether everything was looked at." }),
  }),
  errors: ["not_found"],
  example: { kind: "one_value", predicates: ["lives in"] },
  handle: async ({ db, project, atSeq }, { body }) => {
    const state: RuleState = {
      ...{ ...body, name: body.name ?? "Preview", mode: "warn", description: "" },
      ...withDefaults(body),
    };
    const rules = await completeRules(db, project.id, [ruleOf({ id: UNSAVED, ...state })], atSeq);
    const found = new Map<string, Violation>();
    let after: string | null = "";
    for (let parts = 0; after !== null && parts < MOST_PARTS; parts++) {
      const part: Awaited<ReturnType<typeof checkNextPart>> = await checkNextPart(db, project.id, {
        rules,
        atSeq,
        after,
      });
      for (const each of part?.found ?? []) found.set(each.id, each);
      after = part?.after ?? null;
    }
    const violations = [...found.values()];
    const at = { db, projectId: project.id, atSeq };
    const shown = new Map([[UNSAVED, state]]);
    return {
      violations: await showViolations(at, violations.slice(0, SHOWN), { rules: shown, waivers: new Map() }),
      found: violations.length,
      is_complete: after === null,
    };
  },
});
