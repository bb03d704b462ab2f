import { addToList } from "#domain/add-to-list.ts";
import type { JsonObject } from "#domain/json.ts";
import { lexemes } from "#domain/lexemes.ts";
import { isNear, nearKeys } from "#domain/near-words.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import {
  audienceFrequencies,
  audienceOccurrences,
  type Occurrences,
  type TextRow,
  textsFrom,
  textsSaid,
  wordFrequencies,
  wordOccurrences,
} from "../../record/words/read-words.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import type { IndexedMoment } from "./indexed-moment.ts";
import { goneWords, hitsOf, lengthShare, type WeighedWord, type WordHit, weighWords, worthOf } from "./rank-words.ts";
import { type ShownText, shownOtherwise } from "./shown-otherwise.ts";

/** Words of a query that are looked at, in its order. */
const MAX_WORDS = 200;
/** Types that are found by what they say: words that none of them says could not be worth anything. Others are to be named. */
const IS_SAID: readonly string[] = [factResource.type];
/** Texts of a type that are looked at more closely. */
const MAX_HITS = 200;
/** Texts that nobody says any more. */
const MAX_ENDED = 20;

/** A text that has words of the query. */
export interface TextHit extends WordHit {
  readonly id: string;
  readonly place: string | null;
  readonly length: number;
  /** Score as a share of that of a text with all words. */
  readonly share: number;
}

/** A text with words of the query that was said until a change. */
export interface EndedHit extends TextHit {
  /** The sequence that ended it. */
  readonly by: number;
}

/** Matches of one type of subjects. */
export interface TextMatches {
  readonly weighed: readonly WeighedWord[];
  readonly current: readonly TextHit[];
  readonly ended: readonly EndedHit[];
}

const NOTHING: TextMatches = { weighed: [], current: [], ended: [] };

/**
 * Finds texts by the words of a query as the world was at a sequence and as it is seen: what may not be read weighs nothing, counts
 * nowhere and changes no order.
 */
export async function findTexts(
  at: IndexedMoment,
  { query, types }: { query: string; types: readonly Resource[] },
): Promise<(type: string) => TextMatches> {
  const { db, projectId } = at;
  const words = [...new Set(lexemes(query))].slice(0, MAX_WORDS);
  const index = wordsOf(at, types);
  const [frequencies, hidden, otherwise] = [
    await index.frequencies(["", ...words]),
    await unreadable(at, { words, types, index }),
    await shownOtherwise(at, types),
  ];
  const beside = [...at.ofRun.shown, ...(at.ofPlayer?.shown ?? [])];
  const shown = [...otherwise, ...beside.filter(({ type }) => types.some((each) => each.type === type))];
  const count = (type: string, said: readonly string[], by: number) => {
    const own = frequencies.get(type) ?? new Map<string, number>();
    frequencies.set(type, own);
    for (const word of new Set(["", ...said])) own.set(word, (own.get(word) ?? 0) + by);
  };
  for (const { type, words: said, isCurrent } of hidden.values()) if (isCurrent) count(type, said, -1);
  for (const { type, words: said } of shown) count(type, said, 1);
  const weighed = types.flatMap(({ type }) => weighWords(words, type, frequencies));
  const gone = types.flatMap(({ type }) => goneWords(words, type, frequencies));
  const occurrences = await index.occurrences([...weighed, ...gone]);
  const near = await nearby(index, words, types);
  const hits = new Map(
    types.map(({ type }) => {
      const own = weighed.filter((word) => word.type === type);
      const ever = [...own, ...gone.filter((word) => word.type === type)];
      const found = occurrences.filter((each) => each.type === type);
      const readable = (from: number) => !hidden.has(from);
      const extra = new Map<string, number[]>();
      for (const { type: of, words: said, from } of shown) {
        if (of === type) for (const word of new Set(said)) addToList(extra, word, from);
      }
      const lists = ever.map(({ lexeme }) => {
        const stored = found.find((each) => each.lexeme === lexeme);
        return {
          type,
          lexeme,
          stored,
          seqs: [...(stored?.current ?? []).filter(readable), ...(extra.get(lexeme) ?? [])],
        };
      });
      const by = new Map(found.flatMap(({ ended }) => ended.map((each) => [each.from, each.by] as const)));
      return [
        type,
        {
          weighed: own,
          current: hitsOf(own, lists, (i) => lists[i]?.seqs ?? [], MAX_HITS),
          near: [...readableNear(near, { type, isReadable: readable, shown })].sort((a, b) => b - a).slice(0, MAX_HITS),
          ended: hitsOf(
            ever,
            lists,
            (i) => (lists[i]?.stored?.ended ?? []).map(({ from }) => from).filter(readable),
            MAX_ENDED,
          ),
          by,
        },
      ] as const;
    }),
  );
  const wanted = [...hits.values()].flatMap(({ current, ended, near: alike }) => [
    ...[...current, ...ended].map(({ from }) => from),
    ...alike,
  ]);
  const rows = new Map<number, Pick<TextRow, "type" | "id" | "place" | "length">>();
  for (const row of await textsFrom(db, projectId, wanted)) rows.set(row.valid_from_seq, row);
  for (const row of shown) rows.set(row.from, row);
  const found = new Map<string, TextMatches>();
  for (const [type, { weighed: own, current, ended, near: alike, by }] of hits) {
    const known = own.reduce((sum, { weight }) => sum + weight, 0);
    const most = (IS_SAID.includes(type) ? known : worthOf(words, type, frequencies)) || 1;
    const isFound = new Set(current.map(({ from }) => from));
    const others = alike.flatMap((from) => (isFound.has(from) ? [] : [{ type, from, words: [], weight: 0 }]));
    const withText = (hit: WordHit): TextHit[] => {
      const row = rows.get(hit.from);
      if (row === undefined || row.type !== type) return [];
      const { id, place, length } = row;
      return [{ ...hit, id, place, length, share: (hit.weight / most) * Math.min(1, lengthShare(length)) }];
    };
    found.set(type, {
      weighed: own,
      current: [...current, ...others].flatMap(withText),
      ended: ended.flatMap(withText).map((hit) => ({ ...hit, by: by.get(hit.from) ?? 0 })),
    });
  }
  return (type) => found.get(type) ?? NOTHING;
}

/** Finds texts of entities that have a name near to a word of the query, whether or not they may be read. */
function nearby(index: ReadableWords, words: readonly string[], types: readonly Resource[]): Promise<Occurrences[]> {
  const isNamed = types.some(({ type }) => type === entityResource.type);
  const keys = isNamed ? [...new Set(words.flatMap(nearKeys))] : [];
  return index.occurrences(keys.map((lexeme) => ({ type: entityResource.type, lexeme })));
}

function readableNear(
  near: readonly Occurrences[],
  { type, isReadable, shown }: { type: string; isReadable: (from: number) => boolean; shown: readonly ShownText[] },
): Set<number> {
  const found = new Set(near.flatMap((each) => (each.type === type ? each.current.filter(isReadable) : [])));
  const keys = new Set(near.map(({ lexeme }) => lexeme));
  for (const each of shown) if (each.type === type && each.words.some((word) => keys.has(word))) found.add(each.from);
  return found;
}

/** The index of words as one who looks may use it. */
interface ReadableWords {
  /** Counts of texts by type and word, those that are withheld for other reasons than their audience included. */
  frequencies(words: readonly string[]): Promise<Map<string, Map<string, number>>>;
  occurrences(words: readonly { type: string; lexeme: string }[]): Promise<Occurrences[]>;
}

/** Opens the index of words: for kinds of texts that have audiences, that of those who look; so what others know costs nothing. */
export function wordsOf({ db, projectId, seq, audiences }: IndexedMoment, types: readonly Resource[]): ReadableWords {
  const own = types.flatMap(({ type, wording }) =>
    audiences !== null && wording?.audiences !== undefined ? [{ type, audiences }] : [],
  );
  return {
    frequencies: async (words) => {
      const all = await wordFrequencies(db, projectId, { types: types.map(({ type }) => type), words, seq });
      const frequencies = new Map([...all].map(([type, counts]) => [type, new Map(counts)]));
      for (const each of own) {
        // One of several audiences that are entities may share texts with another; everyone and one do not.
        const isApart = each.audiences.length <= 2;
        const counts = isApart
          ? await audienceFrequencies(db, projectId, each, { words, seq })
          : (await audienceOccurrences(db, projectId, each, { words, seq })).map(
              ({ lexeme, current }) => [lexeme, current.length] as const,
            );
        frequencies.set(each.type, new Map(counts));
      }
      return frequencies;
    },
    occurrences: async (words) => {
      const isOwn = ({ type }: { type: string }) => own.some((each) => each.type === type);
      const found = await wordOccurrences(
        db,
        projectId,
        words.filter((word) => !isOwn(word)),
        seq,
      );
      for (const each of own) {
        const wanted = words.flatMap(({ type, lexeme }) => (type === each.type ? [lexeme] : []));
        found.push(...(await audienceOccurrences(db, projectId, each, { words: [...new Set(wanted)], seq })));
      }
      return found;
    },
  };
}

/** Types that may be withheld for whom they name, beside secrets about them. */
const BY_WHAT_THEY_NAME: readonly string[] = [factResource.type, relationshipResource.type];

/** A text that may not be read as it is. */
interface Hidden {
  readonly type: string;
  readonly isCurrent: boolean;
  /** Whether nothing of it may be read. */
  readonly isWhole: boolean;
  /** Words of the query. */
  readonly words: readonly string[];
}

/**
 * Finds the texts that may not be read as they are although their audience might, by the sequences with which they began: those that
 * secrets cover, and those of subjects that are nothing without naming what is withheld.
 */
export async function unreadable(
  { db, projectId, seq, perspective, audiences }: IndexedMoment,
  { words, types, index }: { words: readonly string[]; types: readonly Resource[]; index: ReadableWords },
): Promise<Map<number, Hidden>> {
  const hidden = new Map<number, Hidden>();
  if (perspective.as === null) return hidden;
  const { withheldSubjects: whole, redactedSubjects: partly } = perspective;
  const own = new Set(audiences);
  const ofType = (ids: readonly string[], { prefix }: Resource) => ids.filter((id) => id.startsWith(`${prefix}_`));
  const entities = ofType(whole, entityResource).map((id) => `@${id}`);
  const naming = await index.occurrences(
    types
      .filter(({ type }) => BY_WHAT_THEY_NAME.includes(type))
      .flatMap(({ type }) => entities.map((lexeme) => ({ type, lexeme }))),
  );
  for (const resource of types) {
    const { type, wording } = resource;
    const covered = ofType(whole, resource);
    const ids = [...covered, ...ofType(partly, resource)];
    const named = naming.filter((each) => each.type === type);
    const current = new Set(named.flatMap((each) => each.current));
    const froms = [...current, ...named.flatMap(({ ended }) => ended.map(({ from }) => from))];
    const others = new Set<string>();
    if (wording?.audiences !== undefined && ids.length > 0) {
      for (const version of await findVersions<JsonObject>(db, resource, projectId, { id: ids }, seq))
        if (!wording.audiences(version).some((audience) => own.has(audience))) others.add(version.id);
    }
    const ofSubjects = new Set(ids);
    const isCovered = new Set(covered);
    for (const text of await textsSaid(db, projectId, { type, ids, froms }, { words, seq })) {
      const { id, valid_from_seq: from, valid_to_seq: to, words: said } = text;
      const isCurrent = current.has(from) || (ofSubjects.has(id) && to >= seq && !others.has(id));
      hidden.set(from, { type, isCurrent, isWhole: current.has(from) || isCovered.has(id), words: said });
    }
  }
  return hidden;
}

/** Whether a text names somebody, word for word; a word may be misspelt or cut off. */
export function names(query: readonly string[], name: string): boolean {
  const wanted = lexemes(name);
  if (wanted.length === 0) return false;
  return query.some((_, at) => wanted.every((word, i) => isNear(query[at + i] ?? "", word)));
}

/** The words of a query in their order. */
export function wordsInOrder(query: string): string[] {
  return lexemes(query);
}
