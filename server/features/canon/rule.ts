import type { CanonRule } from "#domain/canon/finding.ts";
import { CANON_CATALOGUE } from "#domain/canon/kinds.ts";
import { canonRuleFields, canonRuleVersions } from "#drizzle/schema/canon.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type RuleState = StateOf<typeof canonRuleFields>;
export type RuleVersion = Version<RuleState>;

/** An invariant of the story world: what must not be said at once, and what happens where it is. */
export const canonRule = recorded({
  type: "canon_rule",
  plural: "canon_rules",
  path: "/v1/projects/{project_id}/canon/rules",
  table: canonRuleVersions,
  fields: canonRuleFields,
  one: "rule",
  many: "rules",
  example: {
    state: {
      name: "Nobody lives in two places",
      kind: "one_value",
      predicates: ["lives in"],
    },
    edits: { updated: { mode: "block" } },
  },
  invariants: async (_, changes) => {
    for (const { before, after, loc } of changes) {
      if (after === null) continue;
      const { kind, conditions, mode } = after;
      if (mode === "block" && before?.mode !== "block" && CANON_CATALOGUE[kind].blocks.length === 0)
        throw invalidValue([...loc, "mode"], "a rule of this kind blocks nothing; it warns", mode);
      if (kind !== "own" && conditions.length > 0)
        throw invalidValue([...loc, "conditions"], "only an own rule has conditions", conditions);
    }
  },
});

/** Returns the settings of a new rule: those that are sent, and those of the catalogue for what is left empty. */
export function withDefaults(
  body: Pick<RuleState, "kind" | "predicates" | "acts" | "property" | "values" | "entity_types">,
): Pick<RuleState, "predicates" | "acts" | "property" | "values" | "entity_types"> {
  const { defaults } = CANON_CATALOGUE[body.kind];
  const given = <T>(sent: readonly T[], usual: readonly T[]) => [...(sent.length > 0 ? sent : usual)];
  return {
    predicates: given(body.predicates, defaults.predicates),
    acts: given(body.acts, defaults.acts),
    property: body.property ?? defaults.property,
    values: given(body.values, defaults.values),
    entity_types: given(body.entity_types, defaults.entity_types),
  };
}

/** Returns a rule as it is checked. */
export function ruleOf({ id, ...state }: Pick<RuleVersion, "id" | keyof RuleState>): CanonRule {
  const { name, reason, kind, mode, entity_types, except_ids, predicates, acts, property, values, conditions } = state;
  return { id, name, reason, kind, mode, entity_types, except_ids, predicates, acts, property, values, conditions };
}
