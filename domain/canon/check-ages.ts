import { namesOf } from "../names-of.ts";
import { shareReader } from "./audience.ts";
import { evidenceOf, supersede } from "./check-values.ts";
import { type CanonRule, type Evidence, type Finding, isAbout, pairKey, type Repair } from "./finding.ts";
import { pairsOf } from "./pairs.ts";
import { spellings } from "./spellings.ts";
import { isAtOnce } from "./time.ts";
import { type CanonEntity, type CanonFact, type CanonTie, type CanonWorld, valueAt } from "./world.ts";

/** Predicates of facts that tell the name of their subject. */
export const NAMES = spellings(["name", "full name", "is named"]);
/** Types of relationships that lead from a parent to a child, and from a child to a parent. */
export const PARENT_TIES = spellings(["parent of", "mother of", "father of"]);
export const CHILD_TIES = spellings(["child of", "son of", "daughter of"]);

/** Returns what does not agree in the names and the ages of an entity. */
export function checkAges(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const entity = world.entity(id);
  if (entity === undefined || !isAbout(rule, entity)) return [];
  const found = (code: Finding["code"], key: string, evidence: readonly Evidence[], repair: Repair | null): Finding => {
    return { rule_id: rule.id, code, key, unit: id, about: id, evidence, repair };
  };
  const itself = entityEvidence(entity);
  const [born, died, age] = ["born", "died", "age"].map((name) => numberAt(entity, name));
  const findings: Finding[] = [];
  if (born != null && died != null && born > died)
    findings.push(found("born_after_death", `${id} years`, [itself], null));
  // An age may be that of any year of a life, but of none behind it.
  if (born != null && died != null && born <= died && age != null && age > died - born) {
    const repair = {
      operation: "entities.update",
      input: { entity_id: id, properties: { age: died - born } },
    } as const;
    findings.push(found("age_unlike_years", `${id} age`, [itself], repair));
  }
  const names = spellings(rule.predicates);
  const ages = world.about(id).flatMap((fact) => {
    const told = names.has(fact.predicate ?? "") ? onlyNumber(fact.text) : null;
    return told === null ? [] : [{ id: fact.id, fact, told }];
  });
  const asked = { rule, code: "two_ages", unit: id, world } as const;
  for (const [a, b] of pairsOf(
    asked,
    ages,
    ({ told }) => told,
    (x, y) => shareReader(x.fact, y.fact) && isAtOnce(x.id, y.id, world),
  )) {
    const evidence = [evidenceOf(a.fact), evidenceOf(b.fact)];
    findings.push(found("two_ages", pairKey(a.fact.id, b.fact.id), evidence, supersede(a.fact, b.fact)));
  }
  for (const { fact, told } of ages) {
    // An age that a passage tells is that of another time.
    if (age == null || age === told || world.storyOf(fact.id) !== null) continue;
    const repair = { operation: "entities.update", input: { entity_id: id, properties: { age: told } } } as const;
    findings.push(found("two_ages", fact.id, [itself, evidenceOf(fact)], repair));
  }
  for (const fact of world.about(id)) {
    if (NAMES.has(fact.predicate ?? "") && !sharesWord(fact, entity)) {
      findings.push(found("other_name", fact.id, [itself, evidenceOf(fact)], null));
    }
  }
  return [...findings, ...olderChildren(entity, world, found)];
}

/** Ties of an entity to its parents, as the child's. */
function olderChildren(
  child: CanonEntity,
  world: CanonWorld,
  found: (code: Finding["code"], key: string, evidence: readonly Evidence[], repair: Repair | null) => Finding,
): Finding[] {
  const born = numberAt(child, "born");
  if (born === null) return [];
  return world.ties(child.id).flatMap((tie) => {
    const parent = world.entity(parentBy(tie, child.id) ?? "");
    const before = parent === undefined ? null : numberAt(parent, "born");
    if (parent === undefined || before === null || before < born) return [];
    return [found("older_child", tie.id, [entityEvidence(parent), entityEvidence(child)], null)];
  });
}

/** Returns the parent that a relationship gives a child; null for other relationships. */
export function parentBy({ type, source_id, target_id }: CanonTie, child: string): string | null {
  if (source_id === target_id) return null;
  if (target_id === child && PARENT_TIES.has(type)) return source_id;
  return source_id === child && CHILD_TIES.has(type) ? target_id : null;
}

function entityEvidence({ id, valid_from_seq: seq }: CanonEntity): Evidence {
  return { type: "entity", id, seq };
}

function numberAt({ properties }: CanonEntity, path: string): number | null {
  const value = valueAt(properties, path);
  // Values of tables are texts.
  if (typeof value === "string" && /^-?\d{1,6}$/.test(value.trim())) return Number(value);
  return typeof value === "number" ? value : null;
}

/** The whole number of a text that has one number only; null for others. */
function onlyNumber(text: string): number | null {
  const numbers = text.match(/\d+(?:[.,]\d+)?/g) ?? [];
  const [only] = numbers;
  return only !== undefined && numbers.length === 1 && /^\d{1,6}$/.test(only) ? Number(only) : null;
}

/** Whether a text has a word of one of the names of an entity. */
function sharesWord({ text }: CanonFact, entity: CanonEntity): boolean {
  const said = plain(text);
  const words = namesOf(entity).flatMap((name) => plain(name).match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.length === 0 || words.some((word) => said.includes(word));
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
