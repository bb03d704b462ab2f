import { firstWords } from "../first-words.ts";
import { beatsOf, inSentence } from "./beats.ts";
import type { DialogueDraft, DraftBranch, DraftNode } from "./dialogue-draft.ts";
import { Expander, type Filling, type Grammar, type KnownFact, RandomSource } from "./expander.ts";
import { filled } from "./text-sketch.ts";

/** Source of a dialogue sketch. */
export interface DialogueAsked {
  brief: string;
  cast: readonly { id: string; name: string }[];
  place: { id: string; name: string } | null;
  facts: readonly KnownFact[];
  /** About how many cards. */
  size: number;
  seed: string;
}

export const DRAFT_SIZE = { least: 6, most: 60, usual: 12 } as const;

const NARRATOR = "the narrator";

const DIRECTIONS: Grammar = {
  opening: [
    "{who} meets the player{where}. To write: {beat}",
    "{who} speaks first{where}, and it begins: {beat}",
    "Set the scene{where}: {who} waits. To write: {beat}",
  ],
  answer: [
    "{who} answers {manner}",
    "{who} takes a moment, then answers {manner}",
    "{who} gives away more than was asked, {manner}",
    "{who} turns the question around, {manner}",
  ],
  answerWithFact: [
    "{who} answers [mannered] and lets this be known: {fact}",
    "{who} brings it up [mannered]: {fact}",
    "It comes out, {who} being asked: {fact}",
  ],
  mannered: ["plainly", "with reluctance", "as if it were nothing", "in a low voice", "half in jest"],
  turn: [
    "Whatever was said, it comes to this: {beat}",
    "{who} brings it to the point: {beat}",
    "The ways meet here. {who} goes on: {beat}",
  ],
  turnWithFact: [
    "The ways meet here. {who} reminds the player: {fact}. Then: {beat}",
    "{who} comes back to what counts, that {fact}. Then: {beat}",
  ],
  ending: [
    "{who} lets the player go, and this is settled: {outcome}",
    "It ends {outcome}. To write: the last words of {who}",
    "{who} has the last word. The player leaves, and it stands: {outcome}",
  ],
};

const APPROACHES = [
  { choice: "Ask {who} about {topic}", manner: "openly" },
  { choice: "Press {who} on {topic}", manner: "under pressure" },
  { choice: "Offer {who} something for {topic}", manner: "with an eye on the price" },
  { choice: "Say nothing and wait", manner: "into the silence" },
  { choice: "Doubt what was said about {topic}", manner: "stung" },
  { choice: "Tell {who} what you know of {topic}", manner: "surprised" },
  { choice: "Make light of {topic}", manner: "without a smile" },
] as const;

const OUTCOMES = [
  { choice: "Agree", outcome: "in agreement" },
  { choice: "Refuse", outcome: "in refusal" },
  { choice: "Leave it open", outcome: "undecided" },
  { choice: "Ask for time", outcome: "with a promise to come back" },
] as const;

/**
 * A branching dialogue made of directions: what each card is to say, not the words. It opens, goes several ways, meets again as
 * often as its size allows, and comes to two endings or more; who speaks is of the cast, and facts stand where they are used.
 * The same question and seed give the same dialogue.
 */
export function sketchDialogue(asked: DialogueAsked): DialogueDraft {
  return new DialogueSketch(asked).draft();
}

class DialogueSketch {
  readonly #asked: DialogueAsked;
  readonly #random: RandomSource;
  readonly #write: Expander;
  readonly #cards: DraftNode[] = [];
  readonly #facts: KnownFact[];
  readonly #beats: string[];
  #turns = 0;

  constructor(asked: DialogueAsked) {
    this.#asked = asked;
    this.#random = new RandomSource(asked.seed);
    this.#write = new Expander(DIRECTIONS, this.#random);
    this.#facts = [...asked.facts];
    const beats = beatsOf(asked.brief);
    this.#beats = beats.length > 0 ? beats : ["what the two want from each other"];
  }

  draft(): DialogueDraft {
    const { least, most } = DRAFT_SIZE;
    const size = Math.min(Math.max(this.#asked.size, least), most);
    const [beat = ""] = this.#beats;
    const endings = size < 10 ? 2 : this.#random.between(2, 3);
    const where = this.#asked.place === null ? "" : ` at ${this.#asked.place.name}`;
    const first = this.#say("opening", this.#speaker(0), { beat: inSentence(beat), where }, shortTitle(beat));
    let hub = first;
    for (let act = 1; ; act++) {
      const left = size - this.#cards.length - endings;
      // An act needs two ways and the card where they meet.
      if (left < 3 && act > 1) break;
      hub = this.#act(hub, act, left);
    }
    this.#end(hub, endings);
    return { title: shortTitle(beat), entry: `Bring up ${this.#topic(0)}`, start: first.key, cards: this.#cards };
  }

  /** Ways that leave a card and meet again at a new one. */
  #act(from: DraftNode, act: number, left: number): DraftNode {
    const ways = Math.max(2, Math.min(left - 1, this.#random.between(2, 4)));
    const lasts: DraftNode[] = [];
    const spare = left - 1 - ways;
    const who = this.#speaker(act - 1);
    for (const [way, approach] of this.#random.shuffled(APPROACHES).slice(0, ways).entries()) {
      const topic = this.#topic(act + way);
      const answering = this.#speaker(act + way);
      let card = this.#answer(answering, approach.manner, topic);
      from.choices.push({ text: fill(approach.choice, { who: who.name, topic }), to: card.key });
      if (way < spare && this.#random.throw(2) === 0) {
        const next = this.#answer(this.#speaker(act + way + 1), "after a pause", topic);
        card.choices.push({ text: "Go on", to: next.key });
        card = next;
      }
      lasts.push(card);
    }
    const beat = this.#beats[act % this.#beats.length] ?? "";
    const fact = act % 2 === 0 ? this.#facts.shift() : undefined;
    const slots = { beat: inSentence(beat), ...(fact !== undefined && { fact: filled(fact) }) };
    const meeting = this.#say(fact === undefined ? "turn" : "turnWithFact", who, slots, shortTitle(beat));
    for (const card of lasts) card.choices.push({ text: "Go on", to: meeting.key });
    return meeting;
  }

  #answer(who: Speaker, manner: string, topic: string): DraftNode {
    const fact = this.#facts.shift();
    if (fact === undefined) return this.#say("answer", who, { manner }, shortTitle(topic));
    return this.#say("answerWithFact", who, { fact: filled(fact) }, shortTitle(topic));
  }

  #end(from: DraftNode, endings: number): void {
    for (const { choice, outcome } of this.#random.shuffled(OUTCOMES).slice(0, endings)) {
      const card = this.#say("ending", this.#speaker(this.#turns), { outcome }, `Ends ${outcome}`);
      card.kind = "end";
      from.choices.push({ text: choice, to: card.key });
    }
  }

  #say(rule: string, who: Speaker, slots: Record<string, Filling>, title: string): DraftNode {
    this.#turns += 1;
    const { text, fact_ids } = this.#write.say(rule, { ...slots, who: who.name });
    const choices: DraftBranch[] = [];
    const card: DraftNode = {
      key: `card_${this.#cards.length + 1}`,
      kind: "line",
      speaker_id: who.id,
      title,
      text: `[${text.replace(/[.]$/u, "")}.]`,
      choices,
      fact_ids,
    };
    this.#cards.push(card);
    return card;
  }

  #speaker(turn: number): Speaker {
    const { cast } = this.#asked;
    return cast[turn % Math.max(1, cast.length)] ?? { id: null, name: NARRATOR };
  }

  #topic(at: number): string {
    const beat = this.#beats[at % this.#beats.length] ?? "";
    return `“${firstWords(inSentence(beat), 40)}”`;
  }
}

interface Speaker {
  readonly id: string | null;
  readonly name: string;
}

function shortTitle(words: string): string {
  const title = firstWords(words.replace(/[“”]/gu, ""), 60) || "Sketch";
  const [first = "", ...rest] = Array.from(title);
  return first.toUpperCase() + rest.join("");
}

function fill(template: string, slots: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "");
}
