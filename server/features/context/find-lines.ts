import { addToList } from "#domain/add-to-list.ts";
import { BestOf } from "#domain/best-of.ts";
import { lexemes } from "#domain/lexemes.ts";
import type { Steps } from "#domain/steps.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { beginningsOf, wordBeginnings, wordEdition, wordFrequencies } from "../../record/words/read-words.ts";
import { nodeResource } from "../dialogues/public.ts";
import { type LineLayout, lineLayout } from "./line-layout.ts";
import type { Moment } from "./moment.ts";
import { bestScore, scoreLines, type WordInLines } from "./rank-lines.ts";
import { weightOf } from "./rank-words.ts";
import { type ShownText, shownOtherwise } from "./shown-otherwise.ts";

/** Words of a question that are looked at, in its order. */
const MAX_WORDS = 200;
/** Words in more lines than this share of all, and this many, say nothing of any line. */
const COMMON_SHARE = 0.12;
const COMMON_LINES = 500;
/** Lines in which the words of a question are counted, over all words: of a very long question the rarest words are taken. */
const MAX_COUNTED = 400_000;
/** Beginnings that are read at once. */
const READ_AT_ONCE = 200_000;
/** Weight of a word in the name of who speaks. */
const SPEAKER_COUNT = 0.5;
/** Lines of other dialogues than those asked for, and texts that nobody says any more, that are named as left out. */
const OUT_OF_SCOPE = 20;
const MAX_ENDED = 20;

/** A line that answers a question. */
export interface FoundLine {
  /** The sequence with which its text began. */
  readonly from: number;
  readonly ordinal: number;
  /** Share of what the question could have been worth. */
  readonly score: number;
  readonly reason: "words" | "beside";
}

/** Lines that answer a question, the best first. */
export interface LineMatches {
  readonly lines: readonly FoundLine[];
  /** The best ones of other dialogues than those asked for. */
  readonly outside: readonly FoundLine[];
  /** Texts of lines that said more of the question until a change. */
  readonly ended: readonly { readonly from: number; readonly by: number; readonly ordinal: number }[];
}

export interface LineQuery {
  readonly query: string;
  /** Entities that have a word of the question in their name, by the word. */
  readonly speakers: ReadonlyMap<string, readonly string[]>;
  /** Dialogues whose lines are wanted; empty for all. */
  readonly dialogues: ReadonlySet<string>;
  /** The lines that a playthrough came by, if no others are wanted: all else counts nowhere. */
  readonly played: ReadonlySet<string> | null;
  readonly atMost: number;
}

const NOTHING: LineMatches = { lines: [], outside: [], ended: [] };

/**
 * Finds lines by the words of a question as the world was at a sequence and as it is seen: what may not be read counts nowhere and
 * changes no order.
 */
export async function findLines(at: Moment, question: LineQuery): Promise<LineMatches> {
  const { db, projectId, seq, perspective } = at;
  const edition = await wordEdition(db, projectId);
  if (edition === null) return NOTHING;
  const layout = await lineLayout(db, projectId, { edition, seq });
  const { type, prefix } = nodeResource;
  const ownIds = [...perspective.withheldSubjects, ...perspective.redactedSubjects].filter((id) =>
    id.startsWith(`${prefix}_`),
  );
  const unreadable = await beginningsOf(db, projectId, { type, ids: ownIds, seq });
  const shown = await shownOtherwise(at, [nodeResource]);
  const played =
    question.played === null ? null : await beginningsOf(db, projectId, { type, ids: [...question.played], seq });
  const view = await viewOf({ layout, seq, withheld: perspective.withheldSubjects, unreadable, shown, played });
  const words = [...new Set(lexemes(question.query))].slice(0, MAX_WORDS);
  const weighed = await weighWordsInLines(at, { words, speakers: question.speakers, view });
  return runYielding(matches(view, weighed, question));
}

/** Lines that may be read at a sequence, in their order. */
interface ReadableLines {
  readonly layout: LineLayout;
  readonly seq: number;
  /** Indexes of their texts in the layout. */
  readonly texts: Int32Array;
  /** Position of each text of the layout among them; -1 for one that is not. */
  readonly positions: Int32Array;
  readonly places: Int32Array;
  readonly lengths: Float64Array;
  /** Lines shown otherwise than they are stored, by their positions. */
  readonly shown: ReadonlyMap<number, ShownText>;
  /** Texts that may not be read as they are, whether or not they have ended. */
  readonly isHidden: (text: number) => boolean;
  /** Number of lines that have a text then but are not read as they are stored. */
  readonly hiddenNow: number;
}

/** Sequence of lines, and which of them may not be read as they are. */
interface LinesSeen {
  readonly layout: LineLayout;
  readonly seq: number;
  readonly withheld: readonly string[];
  readonly unreadable: readonly { id: string; from: number }[];
  readonly shown: readonly ShownText[];
  /** The only texts that count; null for all. */
  readonly played: readonly { from: number }[] | null;
}

/** Lines of a layout from which nothing is withheld, as the last question read them. */
const openViews = new WeakMap<LineLayout, { readonly through: number; readonly view: ReadableLines }>();

/** Returns the lines that may be read: the same again where nothing is withheld and nothing was written since. */
async function viewOf(seen: LinesSeen): Promise<ReadableLines> {
  const { layout, seq, unreadable, withheld, played } = seen;
  const { through, places } = layout;
  const withheldIds = new Set(withheld);
  const isOpen = played === null && unreadable.length === 0 && !places.some((place) => withheldIds.has(place));
  const known = isOpen ? openViews.get(layout) : undefined;
  if (known?.view.seq === seq && known.through === through) return known.view;
  const view = await runYielding(readableLines(seen));
  if (isOpen) openViews.set(layout, { through, view });
  return view;
}

/** Finds the lines that may be read, in steps. */
export function* readableLines({ layout, seq, withheld, unreadable, shown, played }: LinesSeen): Steps<ReadableLines> {
  const withheldIds = new Set(withheld);
  const isPlaceHidden = layout.places.map((place) => withheldIds.has(place));
  const hidden = new Set<number>();
  const shownById = new Map(shown.map((each) => [each.id, each]));
  const shownAt = new Map<number, ShownText>();
  const isNow = (text: number) => (layout.from[text] ?? 0) <= seq && (layout.to[text] ?? 0) >= seq;
  for (const { id, from } of unreadable) {
    const text = layout.at(from);
    if (text < 0) continue;
    hidden.add(text);
    const instead = shownById.get(id);
    if (instead !== undefined && isNow(text)) shownAt.set(text, instead);
  }
  // Another question may bring the layout further between two steps, which puts new texts between these.
  const { order, count: known } = layout;
  const counting = played === null ? null : new Set(played.map(({ from }) => layout.at(from)));
  const isOutside = (text: number) =>
    (isPlaceHidden[layout.place[text] ?? 0] ?? false) || counting?.has(text) === false;
  const isHidden = (text: number) => hidden.has(text) || isOutside(text);
  const texts = new Int32Array(known);
  const positions = new Int32Array(known).fill(-1);
  const shownByPosition = new Map<number, ShownText>();
  let [count, hiddenNow] = [0, 0];
  for (let i = 0; i < order.length; i++) {
    const text = order[i] ?? 0;
    if (isNow(text)) {
      const instead = shownAt.get(text);
      const isStored = !isHidden(text);
      if (!isStored) hiddenNow++;
      if (isStored || (instead !== undefined && !isOutside(text))) {
        if (instead !== undefined) shownByPosition.set(count, instead);
        positions[text] = count;
        texts[count++] = text;
      }
    }
    if (i % 20_000 === 19_999) yield;
  }
  const own = texts.slice(0, count);
  const places = new Int32Array(count);
  const lengths = new Float64Array(count);
  // Loops and not `from` with a function, which takes five times as long.
  for (let i = 0; i < count; i++) {
    places[i] = layout.place[own[i] ?? 0] ?? 0;
    lengths[i] = layout.length[own[i] ?? 0] ?? 0;
  }
  for (const [position, { length }] of shownByPosition) lengths[position] = length;
  return { layout, seq, texts: own, positions, places, lengths, shown: shownByPosition, isHidden, hiddenNow };
}

/** A word of a question with the lines that have it, and the texts that had it once. */
interface WeighedInLines extends WordInLines {
  readonly ended: readonly number[];
}

/** Reads in which lines the words of a question are, and leaves out those that are in too many of them. */
async function weighWordsInLines(
  { db, projectId, seq }: Moment,
  { words, speakers, view }: { words: readonly string[]; speakers: LineQuery["speakers"]; view: ReadableLines },
): Promise<{ words: WeighedInLines[]; worth: number }> {
  const { type } = nodeResource;
  const common = Math.max(COMMON_LINES, COMMON_SHARE * view.texts.length);
  const tagsOf = (word: string) => [word, ...(speakers.get(word) ?? [])].map((each) => `@${each}`);
  const counted = await wordFrequencies(db, projectId, {
    types: [type],
    words: [...new Set(words.flatMap((word) => [word, ...tagsOf(word)]))],
    seq,
  });
  const counts = counted.get(type) ?? new Map<string, number>();
  /** The fewest readable lines that a word can be in, without looking at them. */
  const least = (lexeme: string) => (counts.get(lexeme) ?? 0) - view.hiddenNow;
  const rarest = words
    .filter((word) => counts.has(word) || tagsOf(word).some((tag) => counts.has(tag)))
    .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  const unknown = words.length - rarest.length;
  const scratch = new Counts(view.texts.length);
  const found: (WeighedInLines & { lexeme: string })[] = [];
  let next = 0;
  while (next < rarest.length) {
    const taken: string[] = [];
    for (let reading = 0; next < rarest.length && (taken.length === 0 || reading < READ_AT_ONCE); next++) {
      const word = rarest[next] ?? "";
      if (least(word) >= common) continue;
      taken.push(word);
      for (const each of [word, ...tagsOf(word)]) reading += counts.get(each) ?? 0;
    }
    const wanted = taken.flatMap((word) => [word, ...tagsOf(word).filter((tag) => least(tag) < common)]);
    const read = await wordBeginnings(db, projectId, { type, words: [...new Set(wanted)], seq });
    const starts = new Map(read.map((each) => [each.lexeme, each.starts]));
    const isTooCommon = (word: string) => tagsOf(word).some((tag) => least(tag) >= common);
    found.push(
      ...(await runYielding(
        eachWord(taken, (word) => {
          const tags = isTooCommon(word) ? [] : tagsOf(word);
          const both = linesWith(view, { word, tags, starts }, scratch);
          return both.positions.length < common ? both : linesWith(view, { word, tags: [], starts }, scratch);
        }),
      )),
    );
    // Whatever comes now is in as many lines at least; when those before suffice, nothing of it is taken.
    const floor = least(rarest[next] ?? "");
    const certain = found.reduce((sum, { positions: { length } }) => sum + (length <= floor ? length : 0), 0);
    if (certain > MAX_COUNTED) break;
  }
  let left = MAX_COUNTED;
  const usable = found
    .filter(({ positions }) => positions.length < common)
    .sort((a, b) => a.positions.length - b.positions.length || (a.lexeme < b.lexeme ? -1 : 1))
    .filter(({ positions }) => {
      left -= positions.length;
      return left >= 0;
    })
    .map((each) => ({ ...each, weight: weightOf(each.positions.length, view.texts.length) }));
  const worth = usable.reduce((sum, { weight }) => sum + weight, 0) + unknown * weightOf(0, view.texts.length);
  return { words: usable, worth };
}

function* eachWord<T extends object>(
  words: readonly string[],
  make: (word: string) => T,
): Steps<(T & { lexeme: string })[]> {
  const made: (T & { lexeme: string })[] = [];
  for (const lexeme of words) {
    made.push({ ...make(lexeme), lexeme });
    yield;
  }
  return made;
}

/** The readable lines that have a word, in their text or in the name of who speaks. */
function linesWith(
  { layout, seq, texts, positions, shown, isHidden }: ReadableLines,
  { word, tags, starts }: { word: string; tags: readonly string[]; starts: ReadonlyMap<string, readonly number[]> },
  counts: Counts,
): WeighedInLines {
  const ended: number[] = [];
  for (const start of starts.get(word) ?? []) {
    const text = layout.at(Math.abs(start));
    if (text < 0 || isHidden(text)) continue;
    const position = positions[text] ?? -1;
    if (position >= 0) counts.set(position, start < 0 ? 2 : 1);
    else if ((layout.to[text] ?? 0) < seq) ended.push(text);
  }
  const spoken = new Set<number>();
  for (const start of tags.flatMap((tag) => starts.get(tag) ?? [])) {
    const text = layout.at(Math.abs(start));
    const position = text < 0 || isHidden(text) ? -1 : (positions[text] ?? -1);
    if (position >= 0) spoken.add(position);
  }
  for (const [position, { words }] of shown) {
    const said = words.filter((each) => each === word).length;
    if (said > 0) counts.set(position, said);
    if (tags.some((tag) => words.includes(tag))) spoken.add(position);
  }
  for (const position of spoken) counts.set(position, counts.get(position) + SPEAKER_COUNT);
  const own = counts.take();
  return { weight: weightOf(own.positions.length, texts.length), ...own, ended };
}

/** Counts of a word by positions of lines. A map takes four times as long. */
class Counts {
  readonly #counts: Float64Array;
  readonly #positions: Int32Array;
  #size = 0;

  constructor(lines: number) {
    this.#counts = new Float64Array(lines);
    this.#positions = new Int32Array(lines);
  }

  get(position: number): number {
    return this.#counts[position] ?? 0;
  }

  set(position: number, count: number): void {
    if (this.#counts[position] === 0) this.#positions[this.#size++] = position;
    this.#counts[position] = count;
  }

  /** Takes the positions in their order, with their counts: none is left for the next word. */
  take(): { positions: Int32Array; counts: Float64Array } {
    const positions = this.#positions.slice(0, this.#size).sort();
    const counts = new Float64Array(this.#size);
    for (let i = 0; i < counts.length; i++) {
      counts[i] = this.#counts[positions[i] ?? 0] ?? 0;
      this.#counts[positions[i] ?? 0] = 0;
    }
    this.#size = 0;
    return { positions, counts };
  }
}

function* matches(
  view: ReadableLines,
  { words, worth }: { words: readonly WeighedInLines[]; worth: number },
  { dialogues, atMost }: LineQuery,
): Steps<LineMatches> {
  const { layout, seq, texts } = view;
  const scores = yield* scoreLines(view, words);
  const isWanted = layout.places.map((place) => dialogues.size === 0 || dialogues.has(place));
  const isIn = (position: number) => isWanted[view.places[position] ?? 0] ?? false;
  const own = new Set<number>();
  for (const { positions } of words) for (const position of positions) own.add(position);
  const most = bestScore(worth) || 1;
  const line = (position: number): FoundLine => ({
    from: layout.from[texts[position] ?? 0] ?? 0,
    ordinal: layout.ordinal[texts[position] ?? 0] ?? 0,
    score: Math.min(1, (scores[position] ?? 0) / most),
    reason: own.has(position) ? "words" : "beside",
  });
  yield;
  const lines = bestOf(scores, isIn, atMost).map(line);
  const outside = dialogues.size === 0 ? [] : bestOf(scores, (each) => !isIn(each), OUT_OF_SCOPE).map(line);
  yield;
  return { lines, outside, ended: endedTexts({ layout, seq, words, positions: view.positions }) };
}

/** Positions of the best lines, the best first. */
function bestOf(scores: Float64Array, isIn: (position: number) => boolean, atMost: number): number[] {
  const isBetter = (a: number, b: number) =>
    (scores[a] ?? 0) > (scores[b] ?? 0) || ((scores[a] ?? 0) === (scores[b] ?? 0) && a < b);
  const best = new BestOf(atMost, isBetter);
  for (let position = 0; position < scores.length; position++) {
    if ((scores[position] ?? 0) > 0 && isIn(position)) best.offer(position);
  }
  return best.items();
}

/** Texts that said more of the question than their lines do now, the weightiest first. */
function endedTexts({
  layout,
  seq,
  words,
  positions,
}: {
  layout: LineLayout;
  seq: number;
  words: readonly WeighedInLines[];
  positions: Int32Array;
}): LineMatches["ended"] {
  const said = new Map<number, number[]>();
  for (const [word, { ended }] of words.entries()) for (const text of ended) addToList(said, text, word);
  if (said.size === 0) return [];
  const weightOfWords = (list: readonly number[]) => list.reduce((sum, word) => sum + (words[word]?.weight ?? 0), 0);
  const ranked = [...said]
    .map(([text, list]) => ({ text, list, weight: weightOfWords(list) }))
    .sort((a, b) => b.weight - a.weight || b.text - a.text);
  const told: { from: number; by: number; ordinal: number }[] = [];
  for (const { text, list } of ranked) {
    const now = layout.later(text).find((each) => (layout.from[each] ?? 0) <= seq && (layout.to[each] ?? 0) >= seq);
    const position = now === undefined ? -1 : (positions[now] ?? -1);
    const isGone = position < 0 || list.some((word) => !hasPosition(words[word]?.positions, position));
    if (!isGone) continue;
    told.push({ from: layout.from[text] ?? 0, by: (layout.to[text] ?? 0) + 1, ordinal: layout.ordinal[text] ?? 0 });
    if (told.length === MAX_ENDED) break;
  }
  return told;
}

function hasPosition(positions: Int32Array | undefined, position: number): boolean {
  let [low, high] = [0, (positions?.length ?? 0) - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = positions?.[middle] ?? 0;
    if (value === position) return true;
    if (value < position) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
