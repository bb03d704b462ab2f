import { type PackedStory, packing, unpacked } from "#domain/runtime/packed-story.ts";
import {
  compareReading,
  firstOtherLine,
  isLineSame,
  type Reading,
  type ReadingLine,
  type ReadingOutcome,
  type ReadThrough,
  readThrough,
  type SpokenNode,
} from "#domain/runtime/reading.ts";
import { type AskedFor, askedFor, noting, type ReliedOn, reliedOnIn } from "#domain/runtime/relied-on.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { runToEnd, type Steps } from "#domain/steps.ts";
import { runYielding, TimeHere } from "../../operation/run-yielding.ts";
import { type Asker, BoundExceeded, type Threads } from "../../operation/threads.ts";
import type { Story } from "../runs/public.ts";
import { MAX_LINES_BYTES } from "./limits.ts";

/**
 * Milliseconds for which a request plays where it is asked for; what is left then is played in a thread. A reading of 100 steps takes 1.5,
 * one of 1,000 steps 220, and handing over a story of 10,000 nodes 46.
 */
const HERE_MS = 50;
/** Milliseconds that one reading may take in a thread: as many as a short task has. */
const LONGEST_MS = 10_000;

/** Answers about a reading that is played: of all lines only as many as can be kept, and of a comparison only its result. */
const ANSWERS = {
  lines: ({ lines, misstep }: ReadThrough, _: null): ReadThrough => ({ lines: withinLimit(lines), misstep }),
  outcome: (through: ReadThrough, { kept }: { kept: readonly ReadingLine[] }): ReadingOutcome =>
    compareReading(kept, through),
  firstOther: (through: ReadThrough, { kept }: { kept: readonly ReadingLine[] }): number | null =>
    firstOtherLine(kept, through),
  isSame: (through: ReadThrough, { kept, line }: { kept: readonly ReadingLine[]; line: number }): boolean =>
    isLineSame(kept, through, line),
};
type Answers = typeof ANSWERS;
type Question = keyof Answers;

/** A reading to be played, with what its question is about. */
export interface Play<Asked extends Question> {
  readonly reading: Reading;
  readonly given: Parameters<Answers[Asked]>[1];
}

interface Plays<Asked extends Question, Given = Story> {
  readonly story: Given;
  readonly asked: Asked;
  readonly plays: readonly Play<Asked>[];
}

/** An answer of a thread, with the names of what the reading relied on. */
interface Piece<Asked extends Question> {
  readonly answer: ReturnType<Answers[Asked]>;
  readonly askedFor: AskedFor;
}

/** An answer about a reading with what it relied on; null where playing it was ended, which depends on more than the story. */
interface Played<Asked extends Question> {
  readonly answer: ReturnType<Answers[Asked]>;
  readonly reliedOn: ReliedOn | null;
}

/** Result of a reading that was ended. */
const ENDED: ReadThrough = { lines: [], misstep: { step: 0, reason: "too_long" } };

const module = import.meta.url;

/** Plays the readings of a request. */
export class ReadingPlayer {
  readonly #threads: Threads;
  readonly #asker: Asker;
  readonly #here: TimeHere;
  /** The story that was packed last: readings of a request come story by story. */
  #packed: { readonly story: Story; readonly packed: PackedStory } | null = null;

  constructor(threads: Threads, asker: Asker, hereMs = HERE_MS) {
    this.#threads = threads;
    this.#asker = asker;
    this.#here = new TimeHere(hereMs);
  }

  /**
   * Plays readings in a story and answers a question about each. One that takes too long counts as not played to its end.
   *
   * @throws as {@link Threads.values} does, but for bounds that were not enough.
   */
  async *play<Asked extends Question>({
    story,
    asked,
    plays,
  }: Plays<Asked>): AsyncGenerator<Played<Asked>, void, undefined> {
    let at = 0;
    for (const play of plays) {
      this.#asker.signal?.throwIfAborted();
      const { dialogue, reliedOn } = noting(story.dialogue);
      const here = await this.#here.run(answering({ ...story, dialogue }, asked, play));
      if (here === null) break;
      yield { answer: here.value, reliedOn };
      at += 1;
    }
    yield* this.#aside({ story, asked, plays: plays.slice(at) });
  }

  /** Plays one reading. */
  async one<Asked extends Question>(story: Story, asked: Asked, play: Play<Asked>): Promise<Played<Asked>> {
    let played: Played<Asked> | null = null;
    for await (const each of this.play({ story, asked, plays: [play] })) played = each;
    if (played === null) throw new Error("a reading was not played");
    return played;
  }

  /** Packs a story once for all of its readings. */
  async #pack(story: Story): Promise<PackedStory> {
    if (this.#packed?.story !== story) {
      this.#packed = null;
      this.#packed = { story, packed: await runYielding(packing(story.dialogue)) };
    }
    return this.#packed.packed;
  }

  async *#aside<Asked extends Question>({
    story,
    asked,
    plays,
  }: Plays<Asked>): AsyncGenerator<Played<Asked>, void, undefined> {
    for (let at = 0; at < plays.length; ) {
      const first = at;
      const input = { story: await this.#pack(story), asked, plays: plays.slice(at) };
      const task = { module, input, work: work<Asked> };
      const pieces = this.#threads.values(task, { ...this.#asker, deadlineMs: LONGEST_MS });
      try {
        for await (const { answer, askedFor } of pieces as AsyncIterable<Piece<Asked>>) {
          at += 1;
          yield { answer, reliedOn: reliedOnIn(story.dialogue, askedFor) };
        }
      } catch (error) {
        if (!(error instanceof BoundExceeded)) throw error;
        const play = plays[at];
        // One that was played behind others is begun again with all of the time to itself.
        if (at > first || play === undefined) continue;
        at += 1;
        yield { answer: answerTo(asked, ENDED, play), reliedOn: null };
      }
    }
  }
}

/** Plays readings; what a thread runs. @public */
export function* work<Asked extends Question>({
  story: packed,
  asked,
  plays,
}: Plays<Asked, PackedStory>): Generator<Piece<Asked>> {
  const { dialogue: whole, nodes } = unpacked(packed);
  for (const play of plays) {
    const { dialogue, reliedOn } = noting(whole);
    yield { answer: runToEnd(answering({ dialogue, nodes }, asked, play)), askedFor: askedFor(reliedOn) };
  }
}

function* answering<Asked extends Question>(
  { dialogue, nodes }: { dialogue: PlayedDialogue; nodes: ReadonlyMap<string, SpokenNode> },
  asked: Asked,
  play: Play<Asked>,
): Steps<ReturnType<Answers[Asked]>> {
  return answerTo(asked, yield* readThrough(dialogue, play.reading, nodes), play);
}

function answerTo<Asked extends Question>(
  asked: Asked,
  through: ReadThrough,
  { given }: Play<Asked>,
): ReturnType<Answers[Asked]> {
  return ANSWERS[asked](through, given as never) as ReturnType<Answers[Asked]>;
}

/** The lines up to the one with which they are more than can be kept: enough to be refused. */
function withinLimit(lines: readonly ReadingLine[]): readonly ReadingLine[] {
  let characters = 0;
  const end = lines.findIndex(({ text }) => {
    characters += text.length;
    return characters > MAX_LINES_BYTES;
  });
  return end === -1 ? lines : lines.slice(0, end + 1);
}
