import { SHOWN_DEPTH } from "./read-passage.ts";
import type { Step } from "./set-steps.ts";

/** Steps that are followed in all, over every variable; a story that needs more is told less. */
const STEPS = 400_000;

interface Pages {
  readonly opening: readonly Step[];
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  readonly start: string;
}

/** Walk over the pages of a story along which one variable is not set. */
export class Walk {
  readonly #steps: ReadonlyMap<string, readonly Step[]>;
  readonly #pages: Pages;
  #left = STEPS;

  constructor(steps: ReadonlyMap<string, readonly Step[]>, pages: Pages) {
    this.#steps = steps;
    this.#pages = pages;
  }

  /** The nearest place that asks for a variable with no value; one that nothing ever sets is shown as it is written. */
  firstUse(name: string, isEverSet: boolean): { passage: string; line: number } | null {
    const { opening, start } = this.#pages;
    const seen = new Set([start]);
    const open = [start];
    const ways: string[] = [];
    const first = this.#page(opening, { name, isEverSet, ways: [] });
    if (first !== "on") return typeof first === "string" ? null : first;
    for (let at = 0; at < open.length && this.#left > 0; at++) {
      const passage = open[at] ?? start;
      const { before, after } = this.#pages;
      const page: Step[] = [...before, { kind: "include", target: passage, isCertain: true }, ...after];
      ways.length = 0;
      const found = this.#page(page, { name, isEverSet, ways });
      if (typeof found !== "string") return found;
      if (found === "set") continue;
      for (const target of ways) {
        if (seen.has(target) || !this.#steps.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    }
    return null;
  }

  /** Carries a page out: the place that asks for the variable, else whether it is set where its links are chosen. */
  #page(
    page: readonly Step[],
    { name, isEverSet, ways }: { name: string; isEverSet: boolean; ways: string[] },
  ): { passage: string; line: number } | "set" | "on" {
    const stack = [{ key: "", steps: page, at: 0, isCertain: true }];
    let isCertain = true;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const step = top.steps[top.at++];
      if (step === undefined) {
        stack.pop();
        continue;
      }
      if (--this.#left < 0) return "set";
      const counts = isCertain && top.isCertain;
      if (step.kind === "set") {
        if (step.names.includes(name)) return "set";
      } else if (step.kind === "doubt") isCertain = false;
      else if (step.kind === "include") {
        const { target } = step;
        const shown = this.#steps.get(target);
        if (shown === undefined || stack.length > SHOWN_DEPTH || stack.some(({ key }) => key === target)) continue;
        stack.push({ key: target, steps: shown, at: 0, isCertain: top.isCertain && step.isCertain });
      } else if (!counts) continue;
      else if (step.kind === "use") {
        if (step.name === name && (isEverSet || !step.isShown)) return { passage: top.key, line: step.line };
      } else if (step.kind === "goto") {
        ways.length = 0;
        ways.push(step.target);
        return "on";
      } else if (!step.names.includes(name)) ways.push(step.target);
    }
    return "on";
  }
}
