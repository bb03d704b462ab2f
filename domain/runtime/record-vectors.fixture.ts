import fc from "fast-check";
import { begin, openOffers, type Page } from "./run.ts";
import { randomPlay } from "./story.arbitrary.ts";
import { dialogueOf, perform, playVector, type Vector, type VectorAction } from "./vector.ts";
import { CASES, type VectorCase } from "./vector-cases.fixture.ts";

/** Random stories beside the cases that are written by hand. */
const RANDOM = 140;
/** Always the same ones. */
const SEED = 20_261_124;

/** Returns the actions possible on a page, in the order of its branches. */
function possible({ halt }: Page): VectorAction[] {
  if (halt.kind === "command") return [{ answer: {} }];
  const taken = openOffers(halt).map(({ branch }): VectorAction => ({ choose: branch.id }));
  const isTalk = halt.kind === "choices" && halt.talk !== undefined;
  return isTalk ? [{ talk: { facts: ["fact_a", "fact_b"] } }, { talk: { actions: ["nod"] } }, ...taken] : taken;
}

type Walk = typeof randomPlay extends fc.Arbitrary<infer T> ? T : never;

/** A walk through a random story: at each step one of what can be done. */
export function walkThrough({ told: dialogue, seed, picks }: Walk, title: string): VectorCase {
  const played = dialogueOf({ dialogue });
  const first: VectorAction = { begin: { seed } };
  const steps: VectorAction[] = [first];
  let page = begin(played, { seed });
  for (const pick of picks) {
    const all = possible(page);
    const action = all[pick % Math.max(1, all.length)];
    if (action === undefined) break;
    steps.push(action);
    page = perform(played, page.state, action) ?? page;
  }
  return { rule: "random walks", title, dialogue, steps };
}

/** A vector of which nothing is expected yet. */
export const toVector = ({ steps, ...told }: VectorCase): Vector => ({
  ...told,
  steps: steps.map((action) => ({ do: action, expect: null })),
});

function recorded({ steps, ...told }: VectorCase): Vector {
  const outcomes = playVector(toVector({ steps, ...told }));
  return { ...told, steps: steps.map((action, at) => ({ do: action, expect: outcomes[at] ?? null })) };
}

/** All vectors with what comes of them, by the name of their file. */
export function recordVectors(): ReadonlyMap<string, readonly Vector[]> {
  const walks = fc
    .sample(randomPlay, { numRuns: RANDOM, seed: SEED })
    .map((drawn, at) => walkThrough(drawn, `walk ${at + 1}`));
  const byRule = Map.groupBy([...CASES, ...walks], ({ rule }) => rule);
  return new Map([...byRule].map(([rule, cases]) => [`${rule.replaceAll(" ", "-")}.json`, cases.map(recorded)]));
}
