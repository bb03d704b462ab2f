import { type CanonRule, type Finding, isAbout } from "./finding.ts";
import type { CanonWorld } from "./world.ts";

/** Returns those who have a fact from an entity that does not know it. */
export function checkTellings(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const fact = world.fact(id);
  if (fact === undefined || fact.known_by === "everyone") return [];
  const knowers = new Set(fact.known_by);
  return Object.entries(fact.told).flatMap(([knower, { how, from }]): Finding[] => {
    if (from === null || from === knower || how !== "told") return [];
    if (world.audiences(from).some((id) => knowers.has(id))) return [];
    // What is gone may have known it.
    if (!isAbout(rule, world.entity(from)) || world.entity(knower) === undefined) return [];
    return [
      {
        rule_id: rule.id,
        code: "told_by_ignorant",
        key: `${id} ${knower}`,
        unit: id,
        about: from,
        evidence: [{ type: "fact", id, seq: world.toldSince(id, knower, from) }],
        repair: { operation: "facts.untell", input: { fact_id: id, to: [knower] } },
      },
    ];
  });
}
