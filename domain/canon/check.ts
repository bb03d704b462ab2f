import { checkAges } from "./check-ages.ts";
import { checkActs, checkTellers } from "./check-dead.ts";
import { checkHolders } from "./check-holders.ts";
import { checkOwn } from "./check-own.ts";
import { checkPromises } from "./check-promises.ts";
import { checkTellings } from "./check-tellings.ts";
import { checkValues } from "./check-values.ts";
import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import type { CanonKind } from "./kinds.ts";
import type { CanonWorld } from "./world.ts";

/** Checks of the kinds of rules: of an entity, of a fact, and of a promise. */
const CHECKS: Readonly<
  Record<
    CanonKind,
    {
      readonly entity?: (rule: CanonRule, id: string, world: CanonWorld) => Finding[];
      readonly fact?: (rule: CanonRule, id: string, world: CanonWorld) => Finding[];
      readonly promise?: (rule: CanonRule, id: string, world: CanonWorld) => Finding[];
    }
  >
> = {
  dead_do_not_act: { entity: checkActs, fact: checkTellers },
  one_holder: { entity: checkHolders },
  one_value: {
    entity: (rule, id, world) => (isAbout(rule, world.entity(id)) ? checkValues(rule, id, world) : []),
  },
  knows_what_was_told: { fact: checkTellings },
  names_and_ages: { entity: checkAges },
  promise_kept: { promise: checkPromises },
  own: { entity: checkOwn },
};

/**
 * Returns the contradictions of a rule at one subject, an entity, a fact or a promise. Pure, and the same whatever was checked before: what one commit
 * introduces is what is found after it and was not before.
 */
export function checkSubject(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const { entity, fact, promise } = CHECKS[rule.kind];
  if (id.startsWith("ent_")) return entity?.(rule, id, world) ?? [];
  if (id.startsWith("seed_")) return promise?.(rule, id, world) ?? [];
  return id.startsWith("fact_") ? (fact?.(rule, id, world) ?? []) : [];
}
