import { searchForm } from "../../search-form.ts";
import { type EntityDraft, type Evidence, quoteOf, type ReadSources } from "./draft.ts";

/** Place of a text that somebody reads: a card of a dialogue, or a line of notes. */
export interface ReadPlace {
  /** Name by which whoever reads it says where something is: the id of the card, or the number of the line. */
  readonly at: string;
  /** Speaker of a line; null for notes. */
  readonly speaker: string | null;
  readonly words: string;
}

/** Words that are said to stand at a place. */
export interface ToldEvidence {
  readonly at: string;
  readonly quote: string;
}

interface Told {
  readonly evidence: readonly ToldEvidence[];
}

/** Draft of what a reader says that a text tells. */
export interface ToldDraft {
  readonly entities: readonly (Told & { readonly name: string; readonly type: string; readonly description: string })[];
  readonly relationships: readonly (Told & {
    readonly source: string;
    readonly type: string;
    readonly target: string;
  })[];
  readonly facts: readonly (Told & { readonly text: string; readonly about: readonly string[] })[];
}

/** Evidence that does not stand where it is said to, by its pointer in the draft. */
export interface UnfoundQuote {
  readonly pointer: string;
  readonly quote: string;
}

/** Returns words as quotes are compared: a copy has other spaces and quotation marks without saying something else. */
function compared(words: string): string {
  return words
    .normalize("NFKC")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Looks quotes up in the places of a text. */
class Quotes {
  readonly #words: ReadonlyMap<string, string>;

  constructor(places: readonly ReadPlace[]) {
    this.#words = new Map(places.map(({ at, words }) => [at, compared(words)]));
  }

  has({ at, quote }: ToldEvidence): boolean {
    const wanted = compared(quote);
    return wanted !== "" && (this.#words.get(at)?.includes(wanted) ?? false);
  }
}

/** Returns the evidence of a draft that does not stand where it is said to. */
export function unfoundQuotes(draft: ToldDraft, places: readonly ReadPlace[]): UnfoundQuote[] {
  const quotes = new Quotes(places);
  return (["entities", "relationships", "facts"] as const).flatMap((kind) =>
    draft[kind].flatMap(({ evidence }, at) =>
      evidence.flatMap((each, nth) =>
        quotes.has(each) ? [] : [{ pointer: `/${kind}/${at}/evidence/${nth}/quote`, quote: each.quote }],
      ),
    ),
  );
}

/** Drafts with proven evidence, and the number of those without any. */
export interface ProvenDrafts {
  readonly read: ReadSources;
  readonly unproven: number;
}

/**
 * Makes drafts of what a reader says that a text tells. Only what has a quote that stands where it is said to is kept, with those quotes.
 *
 * @param file - name of the notes as evidence says it; null for cards.
 */
export function provenDrafts(draft: ToldDraft, places: readonly ReadPlace[], file: string | null): ProvenDrafts {
  const quotes = new Quotes(places);
  let unproven = 0;
  const proven = <Each extends Told>(each: Each): { each: Each; evidence: Evidence }[] => {
    const [first] = each.evidence.filter((told) => quotes.has(told));
    if (first === undefined) {
      unproven += 1;
      return [];
    }
    const line = file === null ? null : Number(first.at);
    const node_id = file === null ? first.at : null;
    return [{ each, evidence: { file, line, pointer: null, node_id, quote: quoteOf(first.quote) } }];
  };
  const relationships = draft.relationships.flatMap(proven);
  const facts = draft.facts.flatMap(proven);
  const entities = draft.entities.flatMap(proven);
  const drafts = new Map<string, EntityDraft>();
  const keyOf = (name: string) => `told ${searchForm(name)}`;
  const add = (name: string, type: string, evidence: Evidence, properties: EntityDraft["properties"] = {}) => {
    const key = keyOf(name);
    if (!drafts.has(key)) {
      drafts.set(key, { key, name, aliases: [], type, properties, evidence, facts: [], links: [] });
    }
  };
  for (const { each, evidence } of entities) {
    const description = each.description.trim();
    add(each.name, each.type, evidence, description === "" ? {} : { description });
  }
  const own = <List extends "facts" | "links">(name: string, list: List): EntityDraft[List][number][] | undefined =>
    drafts.get(keyOf(name))?.[list] as EntityDraft[List][number][] | undefined;
  for (const { each, evidence } of relationships) {
    add(each.source, "character", evidence);
    own(each.source, "links")?.push({ type: each.type, target: each.target, evidence });
  }
  const world = [];
  for (const { each, evidence } of facts) {
    const [first, ...about] = each.about;
    const fact = { text: each.text, about, evidence };
    if (first === undefined) {
      world.push(fact);
      continue;
    }
    add(first, "character", evidence);
    own(first, "facts")?.push(fact);
  }
  return { read: { entities: [...drafts.values()], world, skipped: [] }, unproven };
}
