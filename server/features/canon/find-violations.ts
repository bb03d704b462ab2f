import { createHash } from "node:crypto";
import { checkSubject } from "#domain/canon/check.ts";
import { type CanonRule, type Finding, identityOf } from "#domain/canon/finding.ts";
import type { AskedPairs } from "#domain/canon/world.ts";
import { idBody } from "#domain/id-body.ts";
import { readCanonWorld } from "./read-world.ts";
import { type CanonSource, NOT_YET } from "./source.ts";

/** A contradiction with the id that it has whenever the same things contradict each other. */
export interface Violation extends Finding {
  readonly id: string;
  /** Last sequence of its evidence. */
  readonly since_seq: number;
}

/** Returns a contradiction with its id, made of the rule and of what contradicts what. */
export function asViolation(finding: Finding): Violation {
  const { evidence } = finding;
  const digest = createHash("sha256").update(identityOf(finding)).digest();
  const id = `vio_${idBody(digest.readUIntBE(0, 6), digest.subarray(6))}`;
  return { ...finding, id, since_seq: Math.max(0, ...evidence.map(({ seq }) => seq)) };
}

/** The ids of all that takes part in a violation. */
export function involvedIn({ unit, about, evidence }: Finding): string[] {
  return [...new Set([unit, ...(about === null ? [] : [about]), ...evidence.map((each) => each.id)])];
}

/** Finds the violations of rules at some subjects, entities and facts. */
export async function findViolations(
  source: CanonSource,
  rules: readonly CanonRule[],
  units: readonly string[],
): Promise<Violation[]> {
  return (await findAsked(source, rules, units, null)).map(asViolation);
}

/** Finds contradictions of rules at some subjects, those of pairs only among the pairs that are asked about; of all where that is null. */
export async function findAsked(
  source: CanonSource,
  rules: readonly CanonRule[],
  units: readonly string[],
  asked: AskedPairs | null,
): Promise<Finding[]> {
  if (rules.length === 0 || units.length === 0) return [];
  const world = await readCanonWorld(source, rules, units, asked);
  const found = units.flatMap((id) => rules.flatMap((rule) => checkSubject(rule, id, world)));
  return inOrderOfCommits(source, found);
}

/** Leaves out what contradicts another by its order alone where both were recorded in one commit: an import has none. */
async function inOrderOfCommits(source: CanonSource, found: readonly Finding[]): Promise<Finding[]> {
  const seqs = found.flatMap(({ ordered }) => ordered ?? []);
  if (seqs.length === 0) return [...found];
  const commits = await source.commits(seqs);
  const commitOf = (seq: number) => (seq === NOT_YET ? NOT_YET : (commits.get(seq) ?? seq));
  return found.filter(({ ordered }) => ordered === undefined || commitOf(ordered[0]) < commitOf(ordered[1]));
}
