import type { PlayState } from "../runtime/state.ts";
import type { MadeFact, WorldChange } from "../runtime/story.ts";
import type { StoryFact, StoryKnower, StoryKnowledge, StoryTelling } from "./story-knowledge.ts";

/** Name of everybody among those by whom a fact is known. */
const EVERYONE = "everyone";

/** A fact that somebody knows in a playthrough, as `GET …/entities/{entity_id}/knowledge?run=` answers it. */
export interface KnowledgeEntry {
  readonly fact_id: string;
  readonly text: string;
  /** Reasons for which it is known: `everyone`, or the entities that are listed for it, the knower first and then its groups. */
  readonly through: readonly string[];
  /** Way in which the first of them came to know it, and from whom; null where nobody said. */
  readonly told: { readonly how: string; readonly from: string | null } | null;
  /** Whether it was learnt in the playthrough. */
  readonly learnt: boolean;
}

/** Part of a state that says what is known. */
type MemoryState = Pick<PlayState, "world" | "facts">;

/**
 * Returns the facts that somebody knows in a playthrough and that hold for them: those of the file in its order, and behind them those that
 * exist in the playthrough alone. Nothing for somebody the file does not tell of.
 */
export function knownFacts(story: StoryKnowledge, state: MemoryState, entityId: string): KnowledgeEntry[] {
  const knower = story.knowers.find((each) => each.entity_id === entityId);
  return knower === undefined ? [] : new Knowing(story, state, knower).facts();
}

/** Whether somebody knows a fact in a playthrough, and it holds for them. */
export function knows(story: StoryKnowledge, state: MemoryState, entityId: string, factId: string): boolean {
  return knownFacts(story, state, entityId).some(({ fact_id }) => fact_id === factId);
}

/** A fact as a chain has it. */
interface Link {
  readonly text: string;
  readonly next: string | null;
  /** Whether it was never true. */
  readonly isCorrected: boolean;
  /** Listed knowers of the playthrough's own fact, or everyone; null for a fact of the record. */
  readonly own: readonly string[] | typeof EVERYONE | null;
  readonly isPublic: boolean;
}

const NOBODY: ReadonlyMap<string, StoryTelling> = new Map();

/** Knowledge of one knower in one state. */
class Knowing {
  readonly #links: ReadonlyMap<string, Link>;
  readonly #audiences: readonly string[];
  readonly #never: ReadonlySet<string>;
  /** Tellings of the record, by fact and then by who is listed. */
  readonly #recorded: ReadonlyMap<string, ReadonlyMap<string, StoryTelling>>;
  /** Tellings of the playthrough, by fact and then by who was told. */
  readonly #told: ReadonlyMap<string, ReadonlyMap<string, WorldChange>>;

  constructor({ facts }: StoryKnowledge, { world = [], facts: own }: MemoryState, knower: StoryKnower) {
    this.#audiences = [knower.entity_id, ...knower.groups];
    const unaware = new Set<unknown>(knower.hidden);
    const kept = (own?.made ?? []).filter(({ content }) => namesOf(content).some((id) => unaware.has(id)));
    this.#never = new Set([...knower.never, ...kept.map(({ id }) => id)]);
    this.#recorded = new Map(
      knower.knows.map(({ fact_id, by }) => [fact_id, new Map(by.map((each) => [each.entity_id, each]))]),
    );
    const told = new Map<string, Map<string, WorldChange>>();
    for (const change of world) {
      if (change.what !== "knowledge" || change.key === null || change.entity === null) continue;
      const of = told.get(change.key) ?? new Map<string, WorldChange>();
      told.set(change.key, of.set(change.entity, change));
    }
    this.#told = told;
    const superseded = new Map(own?.superseded.map((each) => [each.fact, each]));
    const link = (id: string, text: string, rest: Pick<Link, "own" | "isPublic"> & { next: string | null }): Link => {
      const by = superseded.get(id);
      return { text, ...rest, next: by?.by ?? rest.next, isCorrected: by?.mode === "retcon" };
    };
    this.#links = new Map([
      ...facts.map((fact: StoryFact) => {
        const rest = { next: fact.superseded_by, own: null, isPublic: fact.public };
        return [fact.id, link(fact.id, fact.text, rest)] as const;
      }),
      ...(own?.made ?? []).map((fact) => [fact.id, link(fact.id, textOf(fact), madeLink(fact))] as const),
    ]);
  }

  facts(): KnowledgeEntry[] {
    return [...this.#links].flatMap(([id, link]) => {
      if (!this.#holds(id, link)) return [];
      const isInRecord = link.own === null && (link.isPublic || this.#through(id, link, false).length > 0);
      const through = link.isPublic ? [EVERYONE] : this.#through(id, link, true);
      const first = link.isPublic ? this.#audiences[0] : through[0];
      return [{ fact_id: id, text: link.text, through, told: this.#tellingOf(id, first ?? ""), learnt: !isInRecord }];
    });
  }

  /** Returns those of the knower and its groups that are listed for a fact, in the record or in the playthrough too. */
  #through(id: string, { own }: Link, inRun: boolean): string[] {
    const recorded = this.#recorded.get(id) ?? NOBODY;
    const told = inRun ? this.#told.get(id) : undefined;
    return this.#audiences.filter((each) => recorded.has(each) || told?.has(each) === true || own?.includes(each));
  }

  #tellingOf(id: string, who: string): KnowledgeEntry["told"] {
    const told = this.#told.get(id)?.get(who);
    if (told !== undefined) return { how: String(told.value), from: told.from ?? null };
    const { how = null, from = null } = this.#recorded.get(id)?.get(who) ?? {};
    return how === null ? null : { how, from };
  }

  #knows(id: string, link: Link): boolean {
    return !this.#never.has(id) && (link.isPublic || this.#through(id, link, true).length > 0);
  }

  #holds(id: string, link: Link): boolean {
    if (link.isCorrected || !this.#knows(id, link)) return false;
    const passed = new Set([id]);
    for (let next = link.next; next !== null && !passed.has(next); ) {
      passed.add(next);
      const later = this.#links.get(next);
      if (later === undefined) return true;
      if (!later.isCorrected && this.#knows(next, later)) return false;
      next = later.next;
    }
    return true;
  }
}

/** Returns what a fact of a playthrough names. */
function namesOf({ subject_id, object_id, also_about }: MadeFact["content"]): readonly unknown[] {
  return [subject_id, object_id, ...(Array.isArray(also_about) ? also_about : [])];
}

const textOf = ({ content: { text } }: MadeFact): string => (typeof text === "string" ? text : "");

function madeLink({ content: { known_by } }: MadeFact): Pick<Link, "own" | "isPublic"> & { next: null } {
  const listed = Array.isArray(known_by) ? known_by.map(String) : [];
  return { next: null, own: listed, isPublic: known_by === EVERYONE };
}
