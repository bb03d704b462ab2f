import { isExact, type WalkedPage, type Walker } from "../walk.fixture.ts";
import { markdownSeen } from "./look-player.fixture.ts";

type Values = Record<string, unknown>;

/** Passages of a file by name, and where it begins. */
function passagesOf(source: string): Map<string, string> {
  return new Map(
    source
      .split(/^:: /m)
      .slice(1)
      .map((part): [string, string] => {
        const cut = part.indexOf("\n");
        return [part.slice(0, cut).trim(), part.slice(cut + 1).trimEnd()];
      }),
  );
}

/** Takes links out of what a passage comes to: those that stand alone on a line are no text. */
function pageOf(out: string): { text: string; links: { label: string; to: string }[] } {
  const links: { label: string; to: string }[] = [];
  const text = out.replace(/^(?:> )?[ \t]*\[\[([^\]]*)->([^\]]*)\]\][ \t]*$/gm, (_, label: string, to: string) => {
    links.push({ label, to });
    return "";
  });
  return { text, links };
}

/** A player of a format for tests, which shares nothing with the importer and lets JavaScript work its scripts out. */
abstract class PlainPlayer implements Walker {
  protected readonly passages: Map<string, string>;
  protected readonly values: Values = {};
  protected readonly visits = new Map<string, number>();
  protected here = "";
  isExact = true;
  #links: { label: string; to: string }[] = [];

  constructor(source: string) {
    this.passages = passagesOf(source);
  }

  start(): WalkedPage {
    return this.#go("Start");
  }

  choose(at: number): WalkedPage {
    return this.#go(this.#links[at]?.to ?? "");
  }

  /** Whether quotes and dashes are printed as books do. */
  protected abstract readonly isSmart: boolean;

  /** Returns the text of a passage as a player sees it. */
  protected abstract shown(source: string): string;

  protected passage(name: string): string {
    const source = this.passages.get(name);
    if (source === undefined) throw new Error(`no passage ${name}`);
    return source;
  }

  #go(name: string): WalkedPage {
    this.here = name;
    this.visits.set(name, (this.visits.get(name) ?? 0) + 1);
    const { text: written, links: found } = pageOf(this.shown(this.passage(name)));
    const text = markdownSeen(written, this.isSmart);
    const links = found.map(({ label, to }) => ({ label: markdownSeen(label, this.isSmart), to }));
    this.#links = links;
    if (!Object.values(this.values).every(isExact)) this.isExact = false;
    return { text, choices: links.map(({ label }) => label) };
  }
}

/** Runs a passage of Snowman as Underscore's templates do: text is written, scripts are JavaScript. */
export class SnowmanPlayer extends PlainPlayer {
  protected readonly isSmart = false;

  protected shown(source: string): string {
    const parts = source.split(/<%([\s\S]*?)%>/);
    const body = parts.map((part, at) => {
      if (at % 2 === 0) return `out += ${JSON.stringify(part)};`;
      return part.startsWith("=") ? `out += String(${part.slice(1)});` : `${part}\n`;
    });
    return new Function("s", `let out = ""; ${body.join("")} return out;`)(this.values) as string;
  }
}

/** Runs a passage of Chapbook: its variables section, then its lines under the modifiers that rule them. */
export class ChapbookPlayer extends PlainPlayer {
  protected readonly isSmart = true;

  protected shown(source: string): string {
    const [vars, body] = /^--$/m.test(source) ? source.split(/^--$/m) : ["", source];
    for (const line of (vars ?? "").split("\n")) {
      const [, name, condition, value] = /^(\w+)(?: \((.*)\))?: (.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (condition === undefined || this.#value(condition)) this.values[name] = this.#value(value);
    }
    let isShown = true;
    let isElse = false;
    const lines: string[] = [];
    for (const line of (body ?? "").split("\n")) {
      const [, modifier, asked = ""] = /^\[(if|unless|else|continued)(?: (.*))?\]$/.exec(line) ?? [];
      if (modifier === undefined) {
        if (isShown) lines.push(this.#line(line));
      } else if (modifier === "continued") isShown = true;
      else if (modifier === "else") isShown = isElse;
      else {
        isShown = Boolean(this.#value(asked)) === (modifier === "if");
        isElse = !isShown;
      }
    }
    return lines.join("\n");
  }

  #line(line: string): string {
    return line
      .replace(/\{embed passage: '([^']*)'\}/g, (_, name: string) => this.shown(this.passage(name)))
      .replace(/\{link to: '([^']*)', label: '([^']*)'\}/g, "[[$2->$1]]")
      .replace(/\{(\w+)\}/g, (all, name: string) => (name in this.values ? String(this.values[name]) : all));
  }

  #value(source: string): unknown {
    const passage = { visits: this.visits.get(this.here) ?? 0 };
    return new Function("passage", ...Object.keys(this.values), `return (${source});`)(
      passage,
      ...Object.values(this.values),
    );
  }
}
