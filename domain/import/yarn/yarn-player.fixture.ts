/**
 * Random stories of Yarn as trees, their source, and a small player of the trees for tests: it reads no Yarn, and shares nothing with the
 * importer.
 */
import { inlineOf } from "./marked-words.fixture.ts";

type Style = "b" | "i" | "s" | null;
type Part =
  | { readonly kind: "words"; readonly text: string; readonly style: Style }
  | { readonly kind: "value"; readonly of: Value; readonly style: Style }
  /** `[select]` of the text variable, or `[plural]` of the number. */
  | { readonly kind: "select"; readonly forms: readonly [string, string] }
  | { readonly kind: "plural"; readonly forms: readonly [string, string] }
  /** Attribute without a meaning here. */
  | { readonly kind: "attribute"; readonly text: string };
type Value =
  | { readonly kind: "lit"; readonly of: number | boolean | string }
  | { readonly kind: "var"; readonly name: Name }
  | { readonly kind: "visits"; readonly of: string; readonly isCount: boolean }
  | { readonly kind: "op"; readonly op: string; readonly args: readonly Value[] };
type Name = "n" | "m" | "flag" | "who";
interface Said {
  readonly parts: readonly Part[];
  readonly when: Value | null;
  readonly isOnce: boolean;
  /** Number of its place in the story, by which it is had once. */
  readonly at: number;
}
type Statement =
  | { readonly kind: "line"; readonly said: Said }
  | {
      readonly kind: "options";
      readonly options: readonly { readonly said: Said; readonly body: readonly Statement[] }[];
    }
  | {
      readonly kind: "if";
      readonly clauses: readonly { readonly when: Value; readonly body: readonly Statement[] }[];
      readonly rest: readonly Statement[];
    }
  | {
      readonly kind: "once";
      readonly at: number;
      readonly body: readonly Statement[];
      readonly rest: readonly Statement[];
    }
  | { readonly kind: "set"; readonly name: Name; readonly op: string; readonly value: Value }
  | { readonly kind: "jump" | "detour"; readonly to: string }
  | { readonly kind: "return" }
  | { readonly kind: "stop" };

/** Random story of Yarn. */
export interface YarnTree {
  readonly nodes: ReadonlyMap<string, readonly Statement[]>;
}

/** Makes the same story of the same seed. */
export function yarnTree(seed: number): YarnTree {
  return new Grower(seed).story();
}

const WORDS = [
  "Halt.",
  "a {b} c",
  "[x]",
  "3 < 4",
  "no # tag",
  "Ada\\",
  "🜁 air",
  "so: on",
  "// no",
  "->",
  "=== end",
  "100 %",
  "an « é »",
];
const TITLES = ["Start", "Hall", "Größe", "Yard_2"];
const VALUES: Readonly<Record<Name, number | boolean | string>> = { n: 2, m: -1, flag: false, who: "he" };

class Grower {
  #state: number;
  #places = 0;
  #title = "";

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  story(): YarnTree {
    return {
      nodes: new Map(
        TITLES.map((title) => {
          this.#title = title;
          return [title, this.#block(3, 5)];
        }),
      ),
    };
  }

  /** A whole number below a bound. */
  #below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  #one<Item>(of: readonly Item[]): Item {
    const found = of[this.#below(of.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  #some<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: 1 + this.#below(most) }, make);
  }

  /** Later nodes: jumps to others stand in options, so that every round of a loop takes a choice. */
  #later(): string[] {
    return TITLES.slice(TITLES.indexOf(this.#title) + 1);
  }

  #block(depth: number, most: number, isChosen = false): Statement[] {
    const statements = this.#some(most, () => this.#statement(depth, isChosen));
    const to = isChosen ? TITLES : this.#later();
    if (to.length > 0 && this.#below(3) === 0) statements.push({ kind: "jump", to: this.#one(to) });
    return statements;
  }

  #statement(depth: number, isChosen: boolean): Statement {
    const pick = this.#below(depth > 0 ? 12 : 6);
    if (pick < 3) return { kind: "line", said: this.#said(4) };
    if (pick < 5) return this.#set();
    if (pick === 5) {
      const later = this.#later();
      if (later.length > 0 && this.#below(2) === 0) return { kind: "detour", to: this.#one(later) };
      return this.#below(6) === 0 ? { kind: this.#one(["return", "stop"]) } : { kind: "line", said: this.#said(4) };
    }
    if (pick < 9) {
      const options = this.#some(3, () => ({
        said: this.#said(3),
        body: this.#below(5) === 0 ? [] : this.#block(depth - 1, 2, true),
      }));
      return { kind: "options", options };
    }
    if (pick < 11) {
      const clauses = this.#some(2, () => ({ when: this.#asked(), body: this.#block(depth - 1, 2, isChosen) }));
      return { kind: "if", clauses, rest: this.#below(2) === 0 ? [] : this.#block(depth - 1, 2, isChosen) };
    }
    return {
      kind: "once",
      at: this.#places++,
      body: this.#block(depth - 1, 2, isChosen),
      rest: this.#block(depth - 1, 1, isChosen),
    };
  }

  #said(rarity: number): Said {
    const parts = this.#some(3, () => this.#part());
    const when = this.#below(rarity) === 0 ? this.#asked() : null;
    return { parts, when, isOnce: this.#below(rarity + 1) === 0, at: this.#places++ };
  }

  #part(): Part {
    const style = this.#one<Style>([null, null, "b", "i", "s"]);
    const pick = this.#below(12);
    if (pick < 6) return { kind: "words", text: this.#one(WORDS), style };
    if (pick < 9)
      return { kind: "value", of: this.#one([this.#number(2), this.#asked(), { kind: "var", name: "who" }]), style };
    if (pick === 9) return { kind: "select", forms: ["his", "hers"] };
    if (pick === 10) return { kind: "plural", forms: ["a coin", "% coins"] };
    return { kind: "attribute", text: this.#one(["[wave/]", "[pause=500/]", '[a b="c d"][/a]']) };
  }

  #set(): Statement {
    const name = this.#one<Name>(["n", "n", "m", "flag", "who"]);
    if (name === "flag") return { kind: "set", name, op: "to", value: this.#asked() };
    if (name === "who") return { kind: "set", name, op: "to", value: { kind: "lit", of: this.#one(["he", "she"]) } };
    return { kind: "set", name, op: this.#one(["to", "=", "+=", "-="]), value: this.#number(2) };
  }

  #number(depth: number): Value {
    const pick = this.#below(depth > 0 ? 6 : 3);
    if (pick === 0) return { kind: "lit", of: this.#below(5) };
    if (pick < 3) return { kind: "var", name: this.#one<Name>(["n", "m"]) };
    if (pick === 3) return { kind: "visits", of: this.#one(TITLES), isCount: true };
    if (pick === 4)
      return { kind: "op", op: "%", args: [this.#number(depth - 1), { kind: "lit", of: 2 + this.#below(3) }] };
    return { kind: "op", op: this.#one(["+", "-", "*"]), args: [this.#number(depth - 1), this.#number(0)] };
  }

  #asked(depth = 2): Value {
    const pick = depth > 0 ? this.#below(8) : 3 + this.#below(5);
    if (pick === 0) return { kind: "var", name: "flag" };
    if (pick === 1) return { kind: "op", op: "!", args: [this.#asked(depth - 1)] };
    if (pick === 2)
      return { kind: "op", op: this.#one(["&&", "||", "^"]), args: [this.#asked(depth - 1), this.#asked(depth - 1)] };
    if (pick === 3) return { kind: "visits", of: this.#one(TITLES), isCount: false };
    if (pick === 4)
      return {
        kind: "op",
        op: this.#one(["==", "!="]),
        args: [
          { kind: "var", name: "who" },
          { kind: "lit", of: this.#one(["he", "she"]) },
        ],
      };
    return { kind: "op", op: this.#one(["==", "!=", "<", "<=", ">", ">="]), args: [this.#number(1), this.#number(1)] };
  }
}

/** Source of a story. */
export function yarnSource({ nodes }: YarnTree): string {
  const declared = Object.entries(VALUES).map(([name, value]) => `<<declare $${name} = ${JSON.stringify(value)}>>`);
  return Array.from(nodes, ([title, body]) => {
    const lines = [...(title === "Start" ? declared : []), ...linesOf(body)];
    return `title: ${title}\n---\n${lines.join("\n")}\n===\n`;
  }).join("");
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === "" ? line : `    ${line}`));

function linesOf(body: readonly Statement[]): string[] {
  return body.flatMap((statement): string[] => {
    switch (statement.kind) {
      case "line":
        return [saidIn(statement.said)];
      case "options":
        // A statement that changes nothing ends the options before it.
        return [
          "<<set $m += 0>>",
          ...statement.options.flatMap(({ said, body: inner }) => [`-> ${saidIn(said)}`, ...indented(linesOf(inner))]),
        ];
      case "if":
        return [
          ...statement.clauses.flatMap(({ when, body: inner }, at) => [
            `<<${at === 0 ? "if" : "elseif"} ${valueIn(when)}>>`,
            ...linesOf(inner),
          ]),
          ...(statement.rest.length === 0 ? [] : ["<<else>>", ...linesOf(statement.rest)]),
          "<<endif>>",
        ];
      case "once":
        return ["<<once>>", ...linesOf(statement.body), "<<else>>", ...linesOf(statement.rest), "<<endonce>>"];
      case "set":
        return [`<<set $${statement.name} ${statement.op} ${valueIn(statement.value)}>>`];
      case "jump":
      case "detour":
        return [`<<${statement.kind} ${statement.to}>>`];
      default:
        return [`<<${statement.kind}>>`];
    }
  });
}

function saidIn({ parts, when, isOnce }: Said): string {
  const guard = [...(isOnce ? ["once"] : []), ...(when === null ? [] : [`if ${valueIn(when)}`])].join(" ");
  return `_ ${parts.map(partIn).join(" ")}${guard === "" ? "" : ` <<${guard}>>`}`;
}

function partIn(part: Part): string {
  if (part.kind === "attribute") return part.text;
  if (part.kind === "select") return `[select value={$who} he="${part.forms[0]}" she="${part.forms[1]}"/]`;
  if (part.kind === "plural") return `[plural value={$n} one="${part.forms[0]}" other="${part.forms[1]}"/]`;
  const words = part.kind === "value" ? `{${valueIn(part.of)}}` : part.text.replace(/[\\<>{}#/[\]:]/g, "\\$&");
  return part.style === null ? words : `[${part.style}]${words}[/${part.style}]`;
}

function valueIn(value: Value): string {
  if (value.kind === "lit") return JSON.stringify(value.of);
  if (value.kind === "var") return `$${value.name}`;
  if (value.kind === "visits") return `${value.isCount ? "visited_count" : "visited"}("${value.of}")`;
  const [a, b] = value.args.map((arg) => (arg.kind === "op" ? `(${valueIn(arg)})` : valueIn(arg)));
  return b === undefined ? `${value.op}${a}` : `${a} ${value.op} ${b}`;
}

/** Text and choices up to where something is asked. */
export interface YarnPage {
  readonly text: string;
  readonly choices: readonly string[];
}

type Values = Record<Name, number | boolean | string>;
/** Statements that are still to come; of a detour those behind it, in the node they stand in. */
interface Frame {
  readonly title: string;
  readonly left: Statement[];
}

/** Plays a story, and is driven by the indexes of its open choices. */
export class YarnTreePlayer {
  readonly #nodes: YarnTree["nodes"];
  readonly #values: Values = { ...VALUES } as Values;
  readonly #visits = new Map<string, number>();
  readonly #had = new Set<number>();
  readonly #frames: Frame[] = [];
  #choices: readonly { readonly said: Said; readonly body: readonly Statement[] }[] = [];
  /** False once a number is so large that single precision rounds it. */
  isExact = true;

  constructor({ nodes }: YarnTree) {
    this.#nodes = nodes;
  }

  start(): YarnPage {
    this.#enter("Start");
    return this.#play();
  }

  choose(at: number): YarnPage {
    const chosen = this.#choices[at];
    if (chosen === undefined) throw new Error(`no choice ${at}`);
    if (chosen.said.isOnce) this.#had.add(chosen.said.at);
    this.#before(chosen.body);
    return this.#play();
  }

  #enter(title: string): void {
    this.#frames.push({ title, left: [...(this.#nodes.get(title) ?? [])] });
  }

  #before(body: readonly Statement[]): void {
    this.#frames.at(-1)?.left.unshift(...body);
  }

  #leave(): void {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#visits.set(frame.title, (this.#visits.get(frame.title) ?? 0) + 1);
  }

  #play(): YarnPage {
    const said: string[] = [];
    this.#choices = [];
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const next = frame.left.shift();
      if (next === undefined) this.#leave();
      else if (next.kind === "line") {
        if (this.#holds(next.said)) {
          if (next.said.isOnce) this.#had.add(next.said.at);
          said.push(this.#words(next.said));
        }
      } else if (next.kind === "options") {
        const open = next.options.filter((option) => this.#holds(option.said));
        if (open.length === 0) continue;
        this.#choices = open;
        return { text: said.join(" "), choices: open.map((option) => this.#words(option.said)) };
      } else this.#run(next);
    }
    return { text: said.join(" "), choices: [] };
  }

  #run(statement: Exclude<Statement, { kind: "line" | "options" }>): void {
    if (statement.kind === "if") {
      const found = statement.clauses.find(({ when }) => this.#value(when) === true);
      this.#before(found?.body ?? statement.rest);
    } else if (statement.kind === "once") {
      const isNew = !this.#had.has(statement.at);
      this.#had.add(statement.at);
      this.#before(isNew ? statement.body : statement.rest);
    } else if (statement.kind === "set") this.#set(statement);
    else if (statement.kind === "return") this.#leave();
    else if (statement.kind === "stop") this.#frames.length = 0;
    else {
      while (statement.kind === "jump" && this.#frames.length > 0) this.#leave();
      this.#enter(statement.to);
    }
  }

  #set({ name, op, value: given }: Statement & { kind: "set" }): void {
    const [before, value] = [this.#values[name], this.#value(given)];
    this.#values[name] = op === "+=" || op === "-=" ? Number(before) + (op === "+=" ? 1 : -1) * Number(value) : value;
    this.isExact &&= typeof this.#values[name] !== "number" || Math.abs(Number(this.#values[name])) < 10_000_000;
  }

  #holds({ when, isOnce, at }: Said): boolean {
    return !(isOnce && this.#had.has(at)) && (when === null || this.#value(when) === true);
  }

  #words({ parts }: Said): string {
    return `_ ${parts.map((part) => this.#part(part)).join(" ")}`;
  }

  #part(part: Part): string {
    if (part.kind === "attribute") return "";
    const { n, who } = this.#values;
    if (part.kind === "select") return who === "he" ? part.forms[0] : part.forms[1];
    if (part.kind === "plural") return ((n === 1 ? part.forms[0] : part.forms[1]) ?? "").replace("%", String(n));
    if (part.kind === "words") return inlineOf(part.text, part.style);
    const value = this.#value(part.of);
    return inlineOf(typeof value === "boolean" ? (value ? "True" : "False") : String(value), part.style);
  }

  #value(value: Value): number | boolean | string {
    if (value.kind === "lit") return value.of;
    if (value.kind === "var") return this.#values[value.name];
    if (value.kind === "visits") {
      const count = this.#visits.get(value.of) ?? 0;
      return value.isCount ? count : count > 0;
    }
    const [a = 0, b = 0] = value.args.map((arg) => this.#value(arg));
    const [x, y] = [Number(a), Number(b)];
    const results: Readonly<Record<string, () => number | boolean>> = {
      "+": () => x + y,
      "-": () => x - y,
      "*": () => x * y,
      "%": () => x % y || 0,
      "!": () => a !== true,
      "&&": () => a === true && b === true,
      "||": () => a === true || b === true,
      "^": () => a !== b,
      "==": () => a === b,
      "!=": () => a !== b,
      "<": () => x < y,
      "<=": () => x <= y,
      ">": () => x > y,
      ">=": () => x >= y,
    };
    const result = results[value.op]?.() ?? 0;
    this.isExact &&= typeof result !== "number" || Math.abs(result) < 10_000_000;
    return result;
  }
}
