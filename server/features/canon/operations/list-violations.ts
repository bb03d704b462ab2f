import { z } from "zod";
import { SEVERITIES } from "#domain/problems/problem.ts";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { flag, idOf } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { completeRules } from "../declared-predicates.ts";
import { readViolations } from "../read-violations.ts";
import { ruleOf } from "../rule.ts";
import { CanonViolation } from "../schemas.ts";
import { rulesAt, showViolations, waiversAt } from "../show-violations.ts";

export const listViolations = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/canon/violations",
  scope: "read",
  long: true,
  summary: "List violations of the canon",
  description:
    "Contradictions of rules whose mode is not `off`, newest first. The check follows the record: `checked_to_seq` is the sequence up to which it has come, usually within a second or two. At an earlier `at_seq` the project is checked as it was, by its rules of then, for some 20,000 subjects at most; `complete` says whether that was all. A violation has the same id whenever the same things contradict each other.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    rule_id: idOf("rule").optional().meta({ description: "Only violations of this rule." }),
    subject_id: z
      .string()
      .max(60)
      .optional()
      .meta({ description: "Only violations that this entity, fact, relationship or card takes part in." }),
    severity: z.enum(SEVERITIES).optional().meta({ description: "Only violations of this severity." }),
    waived: flag().optional().meta({ description: "Only violations that are ignored, or only others." }),
  }),
  output: listOutput("violations", CanonViolation).extend({
    checked_to_seq: z.int().nullable().meta({
      description: "Violations are complete up to this sequence; null with `at_seq`.",
    }),
    complete: z.boolean().meta({
      description:
        "Whether these are all: not where there are more than 10,000, or more subjects than one read checks.",
    }),
  }),
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const at = { db, projectId: project.id, atSeq };
    const versions = await rulesAt(at);
    const rules = new Map(versions.map((rule) => [rule.id, rule]));
    const waivers = await waiversAt(at);
    const { violations, checkedToSeq, isComplete } = await readViolations(
      at,
      await completeRules(db, project.id, versions.map(ruleOf), atSeq),
    );
    const { rule_id, subject_id, severity, waived, offset, limit } = query;
    const found = violations.filter(
      ({ id, rule_id: broken, about, evidence }) =>
        (rule_id === undefined || broken === rule_id) &&
        (subject_id === undefined || about === subject_id || evidence.some((each) => each.id === subject_id)) &&
        (severity === undefined || rules.get(broken)?.severity === severity) &&
        (waived === undefined || waivers.has(id) === waived),
    );
    const shown = await showViolations(at, found.slice(offset, offset + limit), { rules, waivers });
    return {
      violations: shown,
      total: found.length,
      has_more: hasMore(found.length, offset, shown.length),
      checked_to_seq: checkedToSeq,
      complete: isComplete,
    };
  },
});
