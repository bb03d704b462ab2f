import { Expander, type Grammar, type KnownFact, RandomSource, type Sentence } from "./expander.ts";
import { filled } from "./text-sketch.ts";

const GRAMMAR: Grammar = {
  fact: [
    "Says that {fact}",
    "Lets slip that {fact}",
    "Speaks of this: {fact}",
    "Holds it against somebody that {fact}",
  ],
  open: ["Says nothing of what is known", "Asks back", "Turns the talk to something else", "Waits for more"],
};

/** Source of a sketch of lines. */
export interface LinesAsked {
  readonly count: number;
  readonly facts: readonly KnownFact[];
  readonly seed: string;
}

/**
 * Directions in place of lines that a character could say: one for each fact it knows of what is asked, then ways to say nothing. The same
 * question and seed give the same ones.
 */
export function sketchLines({ count, facts, seed }: LinesAsked): Sentence[] {
  const write = new Expander(GRAMMAR, new RandomSource(seed));
  return Array.from({ length: count }, (_, at) => {
    const fact = facts[at];
    return fact === undefined ? write.say("open") : write.say("fact", { fact: filled(fact) });
  });
}
