import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import type { CanonWorld } from "./world.ts";

/** Returns the contradiction of a promise that is still to be kept behind its due point. */
export function checkPromises(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const promise = world.promise(id);
  if (promise === undefined || promise.reached === null) return [];
  const { entity_ids, valid_from_seq, reached } = promise;
  const about = entity_ids.find((each) => isAbout(rule, world.entity(each))) ?? null;
  // What names nobody is told of by rules for everybody; what names somebody only where the rule is about one of them.
  if (about === null && (rule.entity_types.length > 0 || entity_ids.some((each) => world.entity(each) !== undefined)))
    return [];
  return [
    {
      rule_id: rule.id,
      code: "promise_unkept",
      key: `${id} ${reached.id} ${reached.id === id ? reached.seq : ""}`,
      unit: id,
      about,
      evidence: [{ type: "seed", id, seq: valid_from_seq }, reached],
      repair: null,
    },
  ];
}
