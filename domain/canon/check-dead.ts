import { type CanonRule, type Evidence, type Finding, isAbout } from "./finding.ts";
import { spellings } from "./spellings.ts";
import { orderOf } from "./time.ts";
import { type CanonFact, type CanonWorld, valueAt } from "./world.ts";

/** Death of an entity as the record tells it. */
export interface Death {
  readonly since: number;
  readonly evidence: Evidence;
  /** Predicates of the fact, or null for a property. */
  readonly fact: CanonFact | null;
}

/** Returns the deaths of an entity that are told, the earliest first. */
export function deathsOf(
  rule: Pick<CanonRule, "predicates" | "property" | "values">,
  id: string,
  world: CanonWorld,
): Death[] {
  const names = spellings(rule.predicates);
  const deaths = world
    .about(id)
    .filter(({ predicate }) => predicate !== null && names.has(predicate))
    .map((fact): Death => {
      const since = world.factSince(fact.id);
      return { since, evidence: { type: "fact", id: fact.id, seq: since }, fact };
    });
  const entity = world.entity(id);
  const { property, values } = rule;
  if (property !== null && entity !== undefined && isDead(valueAt(entity.properties, property), values)) {
    const since = world.propertySince(id, property, values);
    deaths.push({ since, evidence: { type: "entity", id, seq: since }, fact: null });
  }
  return deaths.sort((a, b) => a.since - b.since);
}

/** Whether a value of a property means that somebody is dead. */
export function isDead(value: unknown, values: readonly string[]): boolean {
  const said = typeof value === "string" ? value.trim().toLowerCase() : String(value);
  return value !== undefined && value !== null && values.some((each) => each.trim().toLowerCase() === said);
}

/** Returns the facts that say that an entity did something after its death: later in the record, or in the story where passages tell both. */
export function checkActs(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  if (!isAbout(rule, world.entity(id))) return [];
  const deaths = deathsOf(rule, id, world);
  if (deaths.length === 0) return [];
  const acts = spellings(rule.acts);
  return world.about(id).flatMap((act): Finding[] => {
    if (!acts.has(act.predicate ?? "")) return [];
    const orders = deaths.map((death) => ({ death, order: orderOf(death.fact?.id ?? null, act.id, world) }));
    const after = orders.find(
      ({ death, order }) => order === "story" || (order === "record" && act.created_seq > death.since),
    );
    if (after === undefined) return [];
    const { death, order } = after;
    return [
      {
        rule_id: rule.id,
        code: "acts_dead",
        key: act.id,
        unit: id,
        about: id,
        evidence: [death.evidence, { type: "fact", id: act.id, seq: act.valid_from_seq }],
        ...(order === "record" && { ordered: [death.since, act.created_seq] as const }),
        repair: { operation: "facts.delete", input: { fact_id: act.id } },
      },
    ];
  });
}

/** Returns what the dead told of a fact after their death. */
export function checkTellers(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const fact = world.fact(id);
  if (fact === undefined) return [];
  return Object.entries(fact.told).flatMap(([knower, { how, from }]): Finding[] => {
    if (from === null || how !== "told" || !isAbout(rule, world.entity(from))) return [];
    // That somebody was told is an event of the record, so what passages tell of a death comes neither before nor after it.
    const [death] = deathsOf(rule, from, world).filter(
      ({ fact: told }) => told === null || world.storyOf(told.id) === null,
    );
    const seq = world.toldSince(id, knower, from);
    if (death === undefined || seq <= death.since) return [];
    return [
      {
        rule_id: rule.id,
        code: "tells_dead",
        key: `${id} ${knower}`,
        unit: id,
        about: from,
        evidence: [death.evidence, { type: "fact", id, seq }],
        ordered: [death.since, seq],
        repair: { operation: "facts.untell", input: { fact_id: id, to: [knower] } },
      },
    ];
  });
}
