import { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import { searchForm } from "#domain/search-form.ts";
import { factFields, factVersions, MAX_ALSO_ABOUT, MAX_KNOWN_BY } from "#drizzle/schema/facts.ts";
import { requireUnlinked } from "../../kernel/brought.ts";
import type { StateOf } from "../../kernel/field.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { maxEntries, type StateLimit } from "../../record/limits.ts";
import type { PendingChange, RecordView, Resource, Version } from "../../record/resource.ts";
import { lastVersion } from "../../record/versions.ts";
import { MAX_CHAIN } from "./chain.ts";

export type FactState = StateOf<typeof factFields>;
export type FactVersion = Version<FactState>;

const KEEPER = "ent_01k9hq3v5e0w8q2n6yc4rk1m7t";
const WITNESS = "ent_01k9hq3wz9m4d7p1s5tb8xj2fa";

const SUPERSEDED = {
  superseded_by: "fact_01k9hq40c3w7m5r9v2nz6tx8jd",
  superseded_reason: "She went down at the old moon and came back.",
  superseded_mode: "from",
};

type Change = PendingChange<FactState>;

/** Limit of a list of those who know; everyone is no list. */
const maxKnowers: StateLimit<Pick<FactState, "known_by">> = {
  field: "known_by",
  part: null,
  unit: "items",
  max: MAX_KNOWN_BY,
  size: (known: FactState["known_by"]) => (known === EVERYONE ? 0 : known.length),
};

/** Fields of a fact that a link brings of it, whoever knows it. */
export const FACT_CONTENT = [
  ...(["subject_id", "also_about", "predicate", "object_id"] as const),
  ...(["text", "confidence", "content_tags"] as const),
];

/** Fields of a fact that say what holds in its place. */
export const SUPERSEDING = ["superseded_by", "superseded_mode", "superseded_reason"] as const;

/** Tag of the facts that must never be hinted at, in the index of words. */
export const SECRET_TAG = "@secret";

/**
 * One thing that holds in the story world. What it names it does not hold on to: it outlives the entity that it is about, as a
 * line outlives its speaker, and is whole again when that comes back.
 */
export const fact = recorded({
  type: "fact",
  plural: "facts",
  path: "/v1/projects/{project_id}/facts",
  table: factVersions,
  fields: factFields,
  bodyName: "FactCreate",
  wire: (shown) => ({
    ...shown,
    supersedes: z.array(z.string()).meta({ description: "Superseded facts, oldest first; 100 at most." }),
  }),
  toWire: (state) => ({ ...state, supersedes: [] }),
  example: {
    state: {
      subject_id: "ent_01k9hq3tx8v2m5rbz4nd7wcfje",
      predicate: "fears",
      text: "The keeper of the gate fears the tide of the old moon.",
      known_by: [KEEPER],
    },
    before: {
      unsuperseded: SUPERSEDED,
      untold: { known_by: [KEEPER, WITNESS], told: { [WITNESS]: { how: "told", from: KEEPER } } },
    },
    edits: {
      updated: { confidence: 0.8 },
      superseded: SUPERSEDED,
      unsuperseded: { superseded_by: null, superseded_reason: null, superseded_mode: null },
      told: { known_by: [KEEPER, WITNESS], told: { [WITNESS]: { how: "told", from: KEEPER } } },
      untold: { known_by: [KEEPER], told: {} },
    },
  },
  events: {
    superseded: {
      meaning: "Superseded by another fact: `superseded_by` is the fact, `superseded_reason` the reason.",
    },
    told: { meaning: "Entities were told it, saw or heard it, or inferred it: `told` says how and from whom." },
    untold: { meaning: "It was taken back that entities were told it." },
    unsuperseded: { meaning: "It holds again: no other fact is in its place any more." },
    deleted: {
      ...STANDARD_EVENTS.deleted,
      others:
        "Facts that it superseded hold again, without events of their own, until it is restored, unless another fact took its place.",
    },
  },
  columns: ({ text }) => ({ text_search: searchForm(text) }),
  wording: {
    fields: ["text", "predicate", "subject_id", "object_id", "also_about", "secret", "known_by"],
    text: ({ text, predicate }) => (predicate === null ? text : `${text}\n${predicate}`),
    place: () => null,
    tags: ({ subject_id, object_id, also_about, secret }) => [
      ...[subject_id ?? [], object_id ?? [], also_about].flat().map((id) => `@${id}`),
      ...(secret ? [SECRET_TAG] : []),
    ],
    audiences: ({ known_by }) => (known_by === EVERYONE ? [EVERYONE] : known_by),
  },
  limits: [maxEntries("also_about", MAX_ALSO_ABOUT), maxEntries("told", MAX_KNOWN_BY), maxKnowers],
  invariants: async (record, changes, self) => {
    requireSecretsListed(changes);
    requireUnlinked(changes, isSameContent);
    await requireNoCircle(record, changes, self);
  },
});

export const factResource = fact.resource;

/** Returns the ids in a fact that a secret may cover, so that the fact is not known: its own, and those of the entities that it names. */
export function coverableIds({
  id,
  subject_id,
  object_id,
  also_about,
}: { readonly id: string } & Pick<FactState, "subject_id" | "object_id" | "also_about">): string[] {
  return [id, subject_id, object_id, ...also_about].filter((each) => each !== null);
}

/**
 * Refuses secrets that everyone knows.
 *
 * @throws {@link ValidationProblem} naming `known_by`.
 */
export function requireSecretsListed(changes: readonly Pick<Change, "after" | "loc">[]): void {
  for (const { after, loc } of changes) {
    if (after === null || !after.secret || after.known_by !== EVERYONE) continue;
    throw invalidValue(
      [...loc, "known_by"],
      "a secret needs the list of those who know it; [] leaves it to you",
      EVERYONE,
    );
  }
}

/**
 * Whether a fact that a link brought says the same. Who knows it is for the project to say, and what holds in its place, unless that came
 * along too.
 */
function isSameContent(before: FactState, after: FactState): boolean {
  const came = before.brought?.keys.includes("superseded_by") === true ? SUPERSEDING : [];
  return [...FACT_CONTENT, ...came].every((field) => jsonEqual(before[field], after[field]));
}

/** No fact takes its own place, by way of others neither; what was deleted leads on as it did. */
async function requireNoCircle(
  record: RecordView,
  changes: readonly Change[],
  facts: Resource<FactState>,
): Promise<void> {
  const deleted = new Map(
    record.pending(facts).flatMap(({ id, before, after }) => (after === null ? [[id, before]] : [])),
  );
  const successorOf = async (id: string): Promise<string | null> => {
    const fact = (await record.load(facts, [id])).get(id) ?? deleted.get(id);
    return (fact ?? (await lastVersion(record.db, facts, record.projectId, id)))?.superseded_by ?? null;
  };
  for (const { id, before, after, loc } of changes) {
    const by = after?.superseded_by ?? null;
    if (by === null || (before !== null && before.superseded_by === by)) continue;
    let next: string | null = by;
    for (let steps = 0; next !== null; steps++) {
      if (next === id || steps > MAX_CHAIN) throw invalidValue([...loc, "by"], "a fact cannot supersede itself", by);
      next = await successorOf(next);
    }
  }
}
