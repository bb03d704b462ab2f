import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import type { CanonWorld } from "./world.ts";

/** Returns those who have a fact from an entity that did not know it when it told them. */
export function checkTellings(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const fact = world.fact(id);
  if (fact === undefined || fact.known_by === "everyone") return [];
  return Object.entries(fact.told).flatMap(([knower, { how, from }]): Finding[] => {
    if (from === null || from === knower || how !== "told") return [];
    const seq = world.toldSince(id, knower, from);
    const knowers = world.knownAt(id, seq);
    if (knowers === "everyone" || world.audiencesAt(from, seq).some((each) => knowers.includes(each))) return [];
    // What is gone may have known it.
    if (!isAbout(rule, world.entity(from)) || world.entity(knower) === undefined) return [];
    return [
      {
        rule_id: rule.id,
        code: "told_by_ignorant",
        key: `${id} ${knower}`,
        unit: id,
        about: from,
        evidence: [{ type: "fact", id, seq }],
        repair: { operation: "facts.untell", input: { fact_id: id, to: [knower] } },
      },
    ];
  });
}
