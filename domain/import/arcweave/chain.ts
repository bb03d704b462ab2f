import { joined, plain } from "../../text-marks/marked-text.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import type { Resolver } from "../script/resolve.ts";
import type { ImportedBranch, ImportedNode } from "../story.ts";
import { saying } from "../styled-words.ts";
import type { TextStep } from "./arcscript.ts";

/**
 * Writes a scripted text as cards one after another, in the order in which Arcweave's interpreter runs it: words are lines, changes
 * instructions, conditions lead to the words they show. The first card has the id of the element; the last has its branches.
 */
export class ChainWriter {
  readonly nodes: ImportedNode[] = [];
  readonly #resolver: Resolver;
  readonly #id: string;
  #count = 1;

  constructor(resolver: Resolver, id: string) {
    this.#resolver = resolver;
    this.#id = id;
  }

  /** Writes all of a text, and what the element leads on to. */
  write(steps: readonly TextStep[], branches: readonly ImportedBranch[]): void {
    const merged = mergedWords(steps);
    const last = merged.at(-1);
    const isLine = merged.length > 1 && last?.kind === "words";
    const words = isLine ? saying(last.words) : { text: "" };
    const end = this.#add({ ...blankNode(""), ...words, branches: [...branches] });
    this.#block(isLine ? merged.slice(0, -1) : merged, end, this.#id);
    this.nodes.reverse();
  }

  #add(node: ImportedNode, key = `${this.#id} ${++this.#count}`): string {
    this.nodes.push({ ...node, key });
    return key;
  }

  /** Writes steps from the last to the first, which gets a key if one is given, and answers the key it begins with. */
  #block(steps: readonly TextStep[], next: string, first?: string): string {
    let entry = next;
    for (const [at, step] of [...steps.entries()].reverse())
      entry = this.#step(step, entry, at === 0 ? first : undefined);
    return entry;
  }

  #step(step: TextStep, next: string, key?: string): string {
    if (step.kind === "words")
      return this.#add({ ...blankNode(""), ...saying(step.words), branches: [way(next)] }, key);
    if (step.kind === "change") {
      const effect = this.#resolver.effect(step.assignment, []);
      return this.#add({ ...blankNode("", "instruction"), on_enter_effects: [effect], branches: [way(next)] }, key);
    }
    const asked = step.ways.filter(({ guard }) => guard !== null);
    const rest = step.ways.find(({ guard }) => guard === null);
    const branches = asked.map(({ guard, steps }): ImportedBranch => {
      const conditions = guard === null ? [] : this.#resolver.conditions([guard]);
      return { ...way(this.#block(mergedWords(steps), next)), conditions };
    });
    const other = rest === undefined ? next : this.#block(mergedWords(rest.steps), next);
    return this.#add({ ...blankNode("", "condition"), branches: [...branches, { ...way(other), kind: "else" }] }, key);
  }
}

function way(target: string): ImportedBranch {
  return { ...NO_BRANCH, kind: "auto", target_key: target };
}

/** Steps in which words that follow one another are one. */
function mergedWords(steps: readonly TextStep[]): TextStep[] {
  const merged: TextStep[] = [];
  for (const step of steps) {
    const before = merged.at(-1);
    if (step.kind === "words" && before?.kind === "words") {
      const words = joined([before.words, plain(step.gap), step.words]);
      merged[merged.length - 1] = { ...before, words };
    } else merged.push(step);
  }
  return merged;
}
