import { createHash } from "node:crypto";
import { checkSubject } from "#domain/canon/check.ts";
import type { CanonRule, Finding } from "#domain/canon/finding.ts";
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
  const { rule_id, code, key, evidence } = finding;
  const digest = createHash("sha256").update(`${rule_id} ${code} ${key}`).digest();
  const id = `vio_${idBody(digest.readUIntBE(0, 6), digest.subarray(6))}`;
  return { ...finding, id, since_seq: Math.max(0, ...evidence.map(({ seq }) => seq)) };
}

/** Finds the violations of rules at some subjects, entities and facts. */
export async function findViolations(
  source: CanonSource,
  rules: readonly CanonRule[],
  units: readonly string[],
): Promise<Violation[]> {
  if (rules.length === 0 || units.length === 0) return [];
  const world = await readCanonWorld(source, rules, units);
  const found = units.flatMap((id) => rules.flatMap((rule) => checkSubject(rule, id, world)));
  return (await inOrderOfCommits(source, found)).map(asViolation);
}

/** Leaves out what contradicts another by its order alone where both were recorded in one commit: an import has none. */
async function inOrderOfCommits(source: CanonSource, found: readonly Finding[]): Promise<Finding[]> {
  const seqs = found.flatMap(({ ordered }) => ordered ?? []);
  if (seqs.length === 0) return [...found];
  const commits = await source.commits(seqs);
  const commitOf = (seq: number) => (seq === NOT_YET ? NOT_YET : (commits.get(seq) ?? seq));
  return found.filter(({ ordered }) => ordered === undefined || commitOf(ordered[0]) < commitOf(ordered[1]));
}
