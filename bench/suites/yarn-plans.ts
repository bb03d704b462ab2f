import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { ImportError } from "#domain/import/import-error.ts";
import { playedStory } from "#domain/import/play-imported.fixture.ts";
import type { ImportedStory } from "#domain/import/story.ts";
import { importYarn } from "#domain/import/yarn/yarn.ts";
import { answer, begin, choose, offersOf, type Page } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Follows the test plans of Yarn Spinner (`Tests/TestCases/*.testplan`) in the files they are for, as these are imported.
 *
 * @param folder a checkout of Yarn Spinner
 */
export function followYarnPlans(folder: string): Verdict[] {
  const cases = join(folder, "Tests", "TestCases");
  return readdirSync(cases)
    .filter((name) => name.endsWith(".testplan"))
    .map((file): Verdict => {
      const name = file.replace(".testplan", "");
      const category = name.split("-")[0] ?? name;
      let story: ImportedStory;
      try {
        story = importYarn(readFileSync(join(cases, `${name}.yarn`), "utf8"));
      } catch (error) {
        return { name, category, outcome: "refused", losses: [], difference: String(error) };
      }
      const losses = story.report.flatMap(({ severity, code }) => (severity === "info" ? [] : [code]));
      const difference = new PlanPlayer(story).follow(readFileSync(join(cases, file), "utf8").replaceAll("\r", ""));
      if (difference === null) return { name, category, outcome: "the same", losses, difference };
      return { name, category, outcome: losses.length > 0 ? "a loss that is said" : "different", losses, difference };
    });
}

/** Tries the scripts that Yarn Spinner refuses, each of which has to be refused with line and column. */
export function refuseYarnFailures(folder: string): Verdict[] {
  const cases = join(folder, "Tests", "TestCases", "ParseFailures");
  return readdirSync(cases)
    .filter((name) => name.endsWith(".yarn"))
    .map((file): Verdict => {
      const name = file.replace(".yarn", "");
      const verdict = { name, category: name.split("-")[0] ?? name, losses: [], difference: null };
      try {
        importYarn(readFileSync(join(cases, file), "utf8"));
      } catch (error) {
        const isLocated = error instanceof ImportError && error.line !== null && error.column !== null;
        return { ...verdict, outcome: isLocated ? "refused by both" : "different" };
      }
      return { ...verdict, outcome: "different", difference: "it was imported" };
    });
}

/** Functions that Yarn Spinner's tests register with a dialogue, as a host answers them here. */
const HOST: Readonly<Record<string, (...args: string[]) => string | number | boolean>> = {
  add_three_operands: (...args) => args.reduce((sum, each) => sum + Number(each), 0),
  get_quest_status: () => "InProgress",
  dummy_number: () => 1,
  dummy_bool: () => true,
  dummy_string: () => "string",
};

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** Plays a story step by step as a plan says. What it remembers goes from one run of the plan to the next, as in a saved game. */
class PlanPlayer {
  readonly #story: ImportedStory;
  readonly #dialogue: PlayedDialogue;
  #page: Page | null = null;
  #last: PlayState | null = null;
  #heard: string[] = [];

  constructor(story: ImportedStory) {
    this.#story = story;
    this.#dialogue = playedStory(story, story.graphs[0]?.key ?? "");
  }

  /** Follows a plan and returns the first expectation that was not met; null where all were. */
  follow(plan: string): string | null {
    for (const run of plan.split(/^---$/m)) {
      const difference = this.#run(run.split("\n").map((line) => line.trim()));
      if (difference !== null) return difference;
      this.#last = this.#page?.state ?? this.#last;
      this.#page = null;
    }
    return null;
  }

  #run(steps: readonly string[]): string | null {
    const values: Record<string, VariableValue> = {};
    let from = "Start";
    let options: string[] = [];
    this.#heard = [];
    for (const step of steps) {
      const [, word = "", rest = ""] = /^(\w+):?\s*(.*)$/.exec(step) ?? [];
      if (word === "" || word === "saliency") continue;
      if (word === "set") {
        const [, name = "", value = ""] = /^\$(\w+) = (.*)$/.exec(rest) ?? [];
        values[name] =
          value === "true" || value === "false"
            ? value === "true"
            : Number.isNaN(Number(value))
              ? value
              : Number(value);
        continue;
      }
      if (word === "node") {
        from = rest;
        continue;
      }
      this.#page ??= this.#begin(from, values);
      const text = tidy(/`(.*)`/.exec(rest)?.[1] ?? "");
      if (word === "option") options.push(`${text}${rest.endsWith("[disabled]") ? " [disabled]" : ""}`);
      else {
        const got = this.#got(word, rest, options);
        const wanted = word === "select" ? options.join(", ") : text;
        if (word === "select") options = [];
        if (got !== wanted && !(word === "select" && rest === "0")) return `${step}: ${got} instead of ${wanted}`;
      }
    }
    this.#page ??= this.#begin(from, values);
    return null;
  }

  #begin(from: string, given: Record<string, VariableValue>): Page {
    const initial = Object.fromEntries(
      Array.from(this.#dialogue.variables.values(), (each) => [each.id, each.default]),
    );
    const last = this.#last;
    const values = { ...(last === null ? initial : last.values), ...given };
    if (last === null) return this.#hear(begin(this.#dialogue, { from, values }));
    const restart = {
      ...BRANCH_DEFAULTS,
      id: "restart",
      target_node_id: from,
      conditions: [],
      effects: [],
      extensions: {},
    };
    return this.#hear(choose(this.#dialogue, { ...last, values, stack: [], phase: "open" }, restart));
  }

  #hear(page: Page): Page {
    for (const { node, text } of page.said) {
      const speaker = this.#nodeOf(node)?.speaker_label ?? null;
      this.#heard.push(tidy(speaker === null ? text : `${speaker}: ${text}`));
    }
    return page;
  }

  #nodeOf(key: string) {
    return this.#story.graphs[0]?.nodes.find((node) => node.key === key);
  }

  #got(word: string, rest: string, options: readonly string[]): string {
    this.#goOn();
    const page = this.#page;
    if (page === null) return "nothing";
    if (word === "line") return this.#heard.shift() ?? page.halt.kind;
    if (word === "stop") return this.#heard.join(" ") || (OVER.has(page.halt.kind) ? "" : page.halt.kind);
    if (word === "command") {
      if (page.halt.kind !== "command") return page.halt.kind;
      const { text } = page.halt;
      const answered = answer(this.#dialogue, page.state);
      if (answered !== null) this.#page = this.#hear(answered);
      return tidy(text);
    }
    const shown = offersOf(page.halt).filter(({ branch, shown: isShown }) => branch.kind === "choice" && isShown);
    const chosen = shown[Number(rest) - 1];
    if (chosen !== undefined && options.length === shown.length) {
      this.#page = this.#hear(choose(this.#dialogue, page.state, chosen.branch));
    }
    return shown.map(({ text, available }) => `${tidy(text)}${available ? "" : " [disabled]"}`).join(", ");
  }

  /** Results of the function that a command calls, by the variable that its card names; none where it names none. */
  #answered(text: string, node: string): Record<string, VariableValue> {
    const own = this.#nodeOf(node)?.extensions.yarn;
    const variable = typeof own === "object" && own !== null && "result" in own ? String(own.result) : null;
    const [, name = "", args = ""] = /^call (\w+)\((.*)\)$/.exec(text) ?? [];
    const result = HOST[name]?.(...args.split(", "));
    if (variable === null || result === undefined) return {};
    const isText = this.#dialogue.variables.get(variable)?.type === "string";
    const inWords = typeof result === "boolean" ? (result ? "True" : "False") : String(result);
    return { [variable]: isText ? inWords : result };
  }

  /** Reads on while nothing is left to be heard; calls of functions are no commands to a plan. */
  #goOn(): void {
    for (let steps = 0; steps < 100 && this.#heard.length === 0 && this.#page !== null; steps++) {
      const { halt, state }: Page = this.#page;
      const isCall = halt.kind === "command" && halt.text.startsWith("call ");
      const next: Page | null =
        halt.kind === "continue"
          ? choose(this.#dialogue, state, halt.choice.branch)
          : isCall
            ? answer(this.#dialogue, state, { values: this.#answered(halt.text, state.at?.node ?? "") })
            : null;
      if (next === null) return;
      this.#page = this.#hear(next);
    }
  }
}

const OVER: ReadonlySet<string> = new Set(["ending", "dead-end", "choices"]);
