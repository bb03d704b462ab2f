import { describeFinding } from "#domain/canon/describe-finding.ts";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { RecordView } from "../../record/resource.ts";
import { passage } from "../chapters/public.ts";
import { nodeResource, questResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { seed } from "../seeds/public.ts";
import type { Violation } from "./find-violations.ts";

/** Characters of a text in a sentence about a violation. */
const SHORT = 120;

const short = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  return characters.length <= SHORT ? characters.join("") : `${characters.slice(0, SHORT - 1).join("")}…`;
};

/** Short texts of what takes part in violations, and the names of entities, read once for all. */
export interface ViolationWords {
  readonly names: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  /** Text of a fact or a line, the name of an entity, or a relationship in words. */
  readonly texts: ReadonlyMap<string, string>;
  /** Dialogues of lines. */
  readonly places: ReadonlyMap<string, string>;
}

/** Reads the words that violations are told with. */
export async function readWords(
  load: Pick<RecordView, "load">,
  violations: readonly Pick<Violation, "about" | "evidence">[],
): Promise<ViolationWords> {
  const ids = (type: string) => [
    ...new Set(violations.flatMap(({ evidence }) => evidence.flatMap((each) => (each.type === type ? each.id : [])))),
  ];
  const [facts, nodes, ties, passages, seeds, quests] = [
    await load.load(factResource, ids("fact")),
    await load.load(nodeResource, ids("dialogue_node")),
    await load.load(relationshipResource, ids("relationship")),
    await load.load(passage.resource, ids("passage")),
    await load.load(seed.resource, ids("seed")),
    await load.load(questResource, ids("quest")),
  ];
  const ends = [...ties.values()].flatMap(({ source_id, target_id }) => [source_id, target_id]);
  const entities = await load.load(entityResource, [
    ...new Set([...ids("entity"), ...ends, ...violations.flatMap(({ about }) => about ?? [])]),
  ]);
  const names = new Map([...entities].map(([id, { name }]) => [id, name]));
  const named = (id: string) => names.get(id) ?? id;
  return {
    names,
    types: new Map([...entities].map(([id, { type }]) => [id, type])),
    texts: new Map([
      ...names,
      ...[...facts].map(([id, { text }]) => [id, short(text)] as const),
      ...[...passages].map(([id, { text }]) => [id, short(text)] as const),
      ...[...seeds].map(([id, { promise }]) => [id, short(promise)] as const),
      ...[...quests].map(([id, { name }]) => [id, short(name)] as const),
      ...[...nodes].map(([id, { text, title }]) => [id, short(title ?? text)] as const),
      ...[...ties].map(
        ([id, { type, source_id, target_id }]) =>
          [id, `${named(source_id)} ${type.replaceAll("_", " ")} ${named(target_id)}`] as const,
      ),
    ]),
    places: new Map([...nodes].map(([id, { graph_id }]) => [id, graph_id])),
  };
}

/** Returns one violation as a sentence. */
export function sentenceOf(
  { code, about, evidence }: Pick<Violation, "code" | "about" | "evidence">,
  { names, texts }: ViolationWords,
  rule: { readonly name: string; readonly reason: string } | undefined,
): string {
  const said = rule === undefined ? "" : rule.reason === "" ? rule.name : rule.reason;
  return describeFinding(code, {
    about: names.get(about ?? "") ?? "Somebody",
    evidence: evidence.map(({ id }) => texts.get(id) ?? ""),
    rule: said,
  });
}

/** Sentence for those who may write but not read: it quotes nothing that is recorded. */
export const UNQUOTED = "This breaks a rule of the canon.";

/** Returns violations of rules as sentences. */
export async function describeViolations(
  load: Pick<RecordView, "load">,
  violations: readonly Violation[],
  rules: readonly CanonRule[],
): Promise<string[]> {
  const words = await readWords(load, violations);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return violations.map((violation) => sentenceOf(violation, words, byId.get(violation.rule_id)));
}
