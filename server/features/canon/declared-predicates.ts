import type { CanonRule } from "#domain/canon/finding.ts";
import type { Db } from "../../record/database.ts";
import type { RecordView } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { predicate } from "../predicates/public.ts";
import { canonRule, ruleOf } from "./rule.ts";

/** Types of subjects of which the rules of a project are made. */
export const RULE_TYPES: readonly string[] = [canonRule.resource.type, predicate.resource.type];

/** Whether a rule is about the predicates that the project declares to have one value. */
const takesDeclared = ({ kind, predicates }: CanonRule): boolean => kind === "one_value" && predicates.length === 0;

function withDeclared(
  rules: readonly CanonRule[],
  declared: readonly { readonly name: string; readonly functional: boolean }[],
): CanonRule[] {
  const predicates = declared.filter(({ functional }) => functional).map(({ name }) => name);
  return rules.map((rule) => (takesDeclared(rule) ? { ...rule, predicates } : rule));
}

/** Completes rules by the predicates that a project declared at a sequence, or now. */
export async function completeRules(
  db: Db,
  projectId: string,
  rules: readonly CanonRule[],
  atSeq: number | null,
): Promise<CanonRule[]> {
  if (!rules.some(takesDeclared)) return [...rules];
  return withDeclared(rules, await findVersions(db, predicate.resource, projectId, {}, atSeq));
}

/** Reads the rules of the mode `block` as a unit of work leaves them. */
export async function blockingRules(record: RecordView): Promise<CanonRule[]> {
  const rules = (await record.find(canonRule.resource, { mode: "block" })).map(ruleOf);
  return rules.some(takesDeclared) ? withDeclared(rules, await record.find(predicate.resource, {})) : rules;
}
