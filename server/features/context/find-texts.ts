import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { lexemes } from "#domain/lexemes.ts";
import { textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import {
  type TextRow,
  textsFrom,
  textsWhere,
  wordFrequencies,
  wordOccurrences,
} from "../../record/words/read-words.ts";
import { relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import type { Moment } from "./moment.ts";
import { goneWords, hitsOf, lengthShare, type WeighedWord, type WordHit, weighWords } from "./rank-words.ts";
import { shownOtherwise } from "./shown-otherwise.ts";

/** Words of a query that are looked at, in its order. */
const MAX_WORDS = 200;
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
  at: Moment,
  { query, types }: { query: string; types: readonly Resource[] },
): Promise<(type: string) => TextMatches> {
  const { db, projectId, seq } = at;
  const words = [...new Set(lexemes(query))].slice(0, MAX_WORDS);
  const [counted, hidden, shown] = [
    await wordFrequencies(db, projectId, ["", ...words], seq),
    await unreadable(at, { words, types }),
    await shownOtherwise(at, types),
  ];
  const frequencies = new Map([...counted].map(([type, own]) => [type, new Map(own)]));
  const count = (type: string, said: readonly string[], by: number) => {
    const own = frequencies.get(type) ?? new Map<string, number>();
    frequencies.set(type, own);
    for (const word of new Set(["", ...said])) own.set(word, (own.get(word) ?? 0) + by);
  };
  for (const { type, words: said, isCurrent } of hidden.values()) if (isCurrent) count(type, said, -1);
  for (const { type, words: said } of shown) count(type, said, 1);
  const weighed = types.flatMap(({ type }) => weighWords(words, type, frequencies));
  const gone = types.flatMap(({ type }) => goneWords(words, type, frequencies));
  const occurrences = await wordOccurrences(db, projectId, [...weighed, ...gone], seq);
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
  const wanted = [...hits.values()].flatMap(({ current, ended }) => [...current, ...ended].map(({ from }) => from));
  const rows = new Map<number, Pick<TextRow, "type" | "id" | "place" | "length">>();
  for (const row of await textsFrom(db, projectId, wanted)) rows.set(row.valid_from_seq, row);
  for (const row of shown) rows.set(row.from, row);
  const found = new Map<string, TextMatches>();
  for (const [type, { weighed: own, current, ended, by }] of hits) {
    const most = own.reduce((sum, { weight }) => sum + weight, 0) || 1;
    const withText = (hit: WordHit): TextHit[] => {
      const row = rows.get(hit.from);
      if (row === undefined || row.type !== type) return [];
      const { id, place, length } = row;
      return [{ ...hit, id, place, length, share: (hit.weight / most) * Math.min(1, lengthShare(length)) }];
    };
    found.set(type, {
      weighed: own,
      current: current.flatMap(withText),
      ended: ended.flatMap(withText).map((hit) => ({ ...hit, by: by.get(hit.from) ?? 0 })),
    });
  }
  return (type) => found.get(type) ?? NOTHING;
}

interface Hidden extends Record<string, unknown> {
  readonly type: string;
  readonly valid_from_seq: number;
  readonly isCurrent: boolean;
  /** Words of the query. */
  readonly words: readonly string[];
}

/** Types that may be withheld for whom they name or whom they are told to, beside secrets about them. */
const BY_WHAT_THEY_NAME: readonly string[] = [factResource.type, relationshipResource.type];

/** Texts that may not be read as they are, by the sequences with which they began. */
async function unreadable(
  { db, projectId, seq, perspective }: Moment,
  { words, types }: { words: readonly string[]; types: readonly Resource[] },
): Promise<Map<number, Hidden>> {
  const { withheldSubjects: whole, redactedSubjects: partly } = perspective;
  if (perspective.as === null) return new Map();
  const ofQuery = new Set(words);
  const conditions = [
    sql`t.id = ANY(${textArray([...whole, ...partly])})`,
    ...(whole.length === 0 ? [] : [sql`t.place = ANY(${textArray([...whole])})`]),
    ...types.flatMap((resource) => {
      const rows = BY_WHAT_THEY_NAME.includes(resource.type) ? perspective.rows(resource) : null;
      return rows === null
        ? []
        : [
            sql`(t.type = ${resource.type} AND t.id IN (SELECT id FROM ${sql.identifier(resource.table)}
              WHERE project_id = ${projectId} AND valid_from_seq <= ${seq} AND valid_to_seq >= ${seq}
              EXCEPT SELECT id FROM (${rows}) readable))`,
          ];
    }),
  ];
  const rows = await textsWhere(db, projectId, seq, sql.join(conditions, sql` OR `));
  return new Map(
    rows.map(({ type, valid_from_seq, valid_to_seq, words: said }) => [
      valid_from_seq,
      { type, valid_from_seq, isCurrent: valid_to_seq >= seq, words: said.filter((word) => ofQuery.has(word)) },
    ]),
  );
}

/** Whether a text names somebody, word for word. */
export function names(query: readonly string[], name: string): boolean {
  const wanted = lexemes(name);
  if (wanted.length === 0) return false;
  return query.some((_, at) => wanted.every((word, i) => query[at + i] === word));
}

/** The words of a query in their order. */
export function wordsInOrder(query: string): string[] {
  return lexemes(query);
}
