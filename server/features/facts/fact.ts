import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { factVersions } from "#drizzle/schema/facts.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { maxEntries } from "../../record/limits.ts";
import { type PendingChange, type RecordView, type Resource, resource, type Version } from "../../record/resource.ts";

/** Entities one fact may be about besides its subject. */
export const MAX_ALSO_ABOUT = 50;
/** Entities that may be listed as knowing something. */
export const MAX_KNOWN_BY = 1_000;
/** Facts that may supersede each other in a row. */
const MAX_CHAIN = 1_000;

/** Knowers of a fact: everyone, or these entities. */
export type KnownBy = typeof EVERYONE | string[];

/** Source of a fact, as the record stores it. */
export type FactSource = {
  /** The entity that saw it, or from whom it is known. */
  witness_id: string | null;
} & (
  | { kind: "event"; seq: number }
  | { kind: "node"; node_id: string }
  | { kind: "session"; session_id: string }
  | { kind: "client"; label: string | null }
);

/** State of a fact as the record keeps it. */
export const FactState = z.object({
  /** The entity it is about; null is the world as a whole. */
  subject_id: z.string().nullable().default(null),
  also_about: z.array(z.string()).default([]),
  predicate: z.string().nullable().default(null),
  object_id: z.string().nullable().default(null),
  text: z.string(),
  source: z.custom<FactSource>().default({ kind: "client", label: null, witness_id: null }),
  confidence: z.number().default(1),
  known_by: z.custom<KnownBy>().default(EVERYONE),
  /** Kept on purpose from all who are not listed: they are told no more than how much is withheld. */
  secret: z.boolean().default(false),
  superseded_by: z.string().nullable().default(null),
  superseded_reason: z.string().nullable().default(null),
});
export type FactState = z.output<typeof FactState>;
export type FactVersion = Version<FactState>;

type Change = PendingChange<FactState>;

/**
 * One thing that holds in the story world. What it names it does not hold on to: it outlives the entity that it is about, as a
 * line outlives its speaker, and is whole again when that comes back.
 */
export const factResource = resource({
  type: "fact",
  prefix: "fact",
  table: factVersions,
  state: FactState,
  events: {
    superseded: {
      meaning: "Superseded by another fact: `superseded_by` is the fact, `superseded_reason` the reason.",
    },
    unsuperseded: { meaning: "It holds again: no other fact is in its place any more." },
    deleted: {
      ...STANDARD_EVENTS.deleted,
      others: "Facts that it superseded hold again, without events of their own, until it is restored.",
    },
  },
  mentions: { subject_id: "entity", object_id: "entity" },
  columns: ({ text }) => ({ text_search: searchForm(text) }),
  wording: {
    fields: ["text", "predicate"],
    text: ({ text, predicate }) => (predicate === null ? text : `${text}\n${predicate}`),
    place: () => null,
  },
  limits: [maxEntries("also_about", MAX_ALSO_ABOUT)],
  invariants: async (record, changes, self) => {
    requireSecretsListed(changes);
    await requireNoCircle(record, changes, self);
  },
});

/** A secret that everyone knows is none. */
function requireSecretsListed(changes: readonly Change[]): void {
  for (const { after, loc } of changes) {
    if (after === null || !after.secret || after.known_by !== EVERYONE) continue;
    throw invalidValue(
      [...loc, "known_by"],
      "a secret needs the list of those who know it; [] leaves it to you",
      EVERYONE,
    );
  }
}

/** No fact takes its own place, by way of others neither. */
async function requireNoCircle(
  record: RecordView,
  changes: readonly Change[],
  facts: Resource<FactState>,
): Promise<void> {
  for (const { id, before, after, loc } of changes) {
    const by = after?.superseded_by ?? null;
    if (by === null || (before !== null && before.superseded_by === by)) continue;
    let next: string | null = by;
    for (let steps = 0; next !== null; steps++) {
      if (next === id || steps > MAX_CHAIN) throw invalidValue([...loc, "by"], "a fact cannot supersede itself", by);
      const fact: FactVersion | undefined = (await record.load(facts, [next])).get(next);
      next = fact?.superseded_by ?? null;
    }
  }
}
