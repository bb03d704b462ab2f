import type { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import type { Outputs } from "../api/client.ts";

export type Fact = Outputs["facts"]["list"]["facts"][number];
export type KnownFact = Outputs["facts"]["knowledge"]["knowledge"][number];
export type WayToKnow = (typeof WAYS_TO_KNOW)[number];

/** Returns the name of somebody or something; undefined where it is not known here. */
export type NameOf = (id: string) => string | undefined;

/** Words of the ways in which somebody learns a fact. */
export const WAYS_IN_WORDS: Readonly<Record<WayToKnow, string>> = {
  told: "by being told",
  heard: "by hearing it",
  saw: "by seeing it",
  inferred: "by working it out",
};

const LEARNT: Readonly<Record<WayToKnow, string>> = {
  told: "Was told",
  heard: "Heard it",
  saw: "Saw it",
  inferred: "Worked it out",
};

const SOMEBODY = "somebody";

/** Returns how somebody came to know a fact, and from whom. */
export function learntHow({ how, from }: Fact["told"][string], nameOf: NameOf): string {
  return from === null ? LEARNT[how] : `${LEARNT[how]}, from ${nameOf(from) ?? SOMEBODY}`;
}

/** Names of knowers that a list says in full. */
const MOST_NAMED = 2;

/** Returns who knows a fact, in a few words. */
export function knownToWords({ known_by }: Pick<Fact, "known_by">, nameOf: NameOf): string {
  if (known_by === "everyone") return "Known to all";
  if (known_by.length === 0) return "Known to nobody yet";
  const named = known_by.slice(0, MOST_NAMED).map((id) => nameOf(id) ?? SOMEBODY);
  const others = known_by.length - named.length;
  return `Known to ${[named.join(others === 0 ? " and " : ", "), ...(others === 0 ? [] : [`${others} more`])].join(" and ")}`;
}

/** Returns the groups through which somebody knows a fact; empty where it is known directly. */
export function throughWords({ through }: Pick<KnownFact, "through">, knowerId: string, nameOf: NameOf): string {
  const groups = through.includes("everyone") || through.includes(knowerId) ? [] : through;
  const [nearest] = groups;
  return nearest === undefined ? "" : `Through ${nameOf(nearest) ?? "a group"}`;
}

/** Returns the ids of all that facts name, each once, joined by blanks: what a list of them looks names up for. */
export function namedByFacts(facts: readonly Fact[]): string {
  const ids = facts.flatMap(({ known_by, told, source, subject_id, also_about }) => [
    ...(known_by === "everyone" ? [] : known_by),
    ...Object.values(told).flatMap(({ from }) => from ?? []),
    ...(source.witness_id === null ? [] : [source.witness_id]),
    ...(subject_id === null ? [] : [subject_id]),
    ...also_about,
  ]);
  return [...new Set(ids)].slice(0, MOST_LOOKED_UP).sort().join(" ");
}

/** Ids that a list of facts looks up; a fact may be known to a thousand. */
const MOST_LOOKED_UP = 500;
