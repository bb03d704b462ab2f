import { isExact } from "../walk.fixture.ts";
import { seen, VERBATIM } from "./look-player.fixture.ts";

/**
 * A small player of SugarCube and Harlowe for tests, which shares nothing with the importer: it runs a passage from its first character to
 * its last as the formats do, and lets JavaScript work expressions out.
 */
export type PlayedFormat = "SugarCube" | "Harlowe";

/** Text and choices of a page, as a player sees them. */
export interface TwinePage {
  readonly text: string;
  readonly choices: readonly string[];
}

interface Link {
  readonly label: string;
  /** Does what it does, and says where to go; null stays on the page. */
  readonly act: () => string | null;
  gone: boolean;
}

/** Thrown where a macro leaves the page. */
class Leaves extends Error {
  readonly to: string;
  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bis not\b/g, "!=="],
  [/\bisnot\b/g, "!=="],
  [/\bneq\b/g, "!=="],
  [/\bis\b/g, "==="],
  [/\beq\b/g, "==="],
  [/\blte\b/g, "<="],
  [/\blt\b/g, "<"],
  [/\bgte\b/g, ">="],
  [/\bgt\b/g, ">"],
  [/\band\b/g, "&&"],
  [/\bor\b/g, "||"],
  [/\bnot\b/g, "!"],
  [/\bto\b/g, "="],
];

export class TwinePlayer {
  readonly #format: PlayedFormat;
  readonly #passages = new Map<string, { text: string; tags: string[] }>();
  readonly #dice: (outcomes: number) => number;
  readonly #values: Record<string, unknown> = {};
  readonly #history: string[] = [];
  #temporary: Record<string, unknown> = {};
  #links: Link[] = [];
  #out = "";
  #silent = 0;
  /** Contents of Harlowe's hidden hooks of this page, by name. */
  #hidden = new Map<string, string>();
  /** Number of blocks that wait for a time, what leaves them is a link. */
  #timed = 0;
  isExact = true;

  constructor(source: string, format: PlayedFormat, dice: (outcomes: number) => number) {
    this.#format = format;
    this.#dice = dice;
    for (const part of source
      .replace(/^\ufeff/, "")
      .split(/^::/m)
      .slice(1)) {
      const [head = "", ...lines] = part.split("\n");
      const [, name = "", tags = ""] = /^\s*([^[{]*?)\s*(?:\[([^\]]*)\])?\s*(?:\{.*\})?\s*$/.exec(head) ?? [];
      this.#passages.set(name, { text: lines.join("\n").trimEnd(), tags: tags.split(/\s+/) });
    }
    const before = [...this.#passages].filter(([name, { tags }]) =>
      format === "Harlowe" ? tags.includes("startup") : name === "StoryInit",
    );
    for (const [, { text }] of before) this.#run(text);
    this.#out = "";
  }

  start(): TwinePage {
    const data = JSON.parse(this.#passages.get("StoryData")?.text ?? "{}") as { start?: string };
    return this.#go(data.start ?? "Start");
  }

  choose(at: number): TwinePage {
    const link = this.#links.filter(({ gone }) => !gone)[at];
    if (link === undefined) throw new Error(`no link ${at}`);
    this.#out = "";
    const to = this.#leaving(() => link.act());
    return to === null ? this.#page() : this.#go(to, this.#out);
  }

  #page(): TwinePage {
    return {
      text: tidied(seen(this.#out, this.#format)),
      choices: this.#links.filter(({ gone }) => !gone).map(({ label }) => label),
    };
  }

  #go(name: string, said = ""): TwinePage {
    const passage = this.#passages.get(name);
    if (passage === undefined) throw new Error(`no passage ${name}`);
    this.#history.push(name);
    this.#temporary = {};
    this.#links = [];
    this.#hidden = new Map();
    this.#out = said === "" ? "" : `${said}\n`;
    const around = (tag: string, own: string) =>
      [...this.#passages].filter(([each, { tags }]) =>
        this.#format === "Harlowe" ? tags.includes(tag) : each === own,
      );
    const to = this.#leaving(() => {
      for (const [, { text }] of around("header", "PassageHeader")) this.#run(`${text}\n`);
      this.#run(passage.text);
      for (const [, { text }] of around("footer", "PassageFooter")) this.#run(`\n${text}`);
      return null;
    });
    return to === null ? this.#page() : this.#go(to, this.#out);
  }

  #leaving(act: () => string | null): string | null {
    try {
      return act();
    } catch (error) {
      if (error instanceof Leaves) return error.to;
      throw error;
    }
  }

  #say(words: string): void {
    if (this.#silent === 0) this.#out += words;
  }

  #run(text: string): void {
    if (this.#format === "Harlowe") this.#runHarlowe(text);
    else this.#runSugar(text);
  }

  /** The value of an expression. */
  #value(source: string): unknown {
    return this.#script(`return (${this.#asJavaScript(source)});`);
  }

  #assign(source: string): void {
    this.#script(`${this.#asJavaScript(source)};`);
  }

  #script(body: string): unknown {
    const visited = (...names: string[]) => {
      const [name = this.#history.at(-1)] = names;
      return this.#history.filter((each) => each === name).length;
    };
    const random = (low: number, high: number) => low + this.#dice(high - low + 1);
    const either = (...all: unknown[]) => all[this.#dice(all.length)];
    const names = ["V", "T", "visited", "hasVisited", "random", "either", "turns", "visits", "past", "str"];
    const has = (name: string) => visited(name) > 0;
    const turns = this.#history.length;
    const run = new Function(...names, body);
    const asWord = this.#format === "Harlowe" ? turns : () => turns;
    const value = run(
      this.#values,
      this.#temporary,
      visited,
      has,
      random,
      either,
      asWord,
      visited(),
      turns - 1,
      String,
    );
    if (![value, ...Object.values(this.#values), ...Object.values(this.#temporary)].every(isExact))
      this.isExact = false;
    return value;
  }

  #asJavaScript(source: string): string {
    const parts = source.split(/("(?:[^"\\]|\\.)*")/);
    return parts
      .map((part, at) => {
        if (at % 2 === 1) return part;
        let code = part;
        if (this.#format === "Harlowe") {
          code = code.replace(/\(history:\s*\)'s length/g, "past").replace(/\((random|either|str):/g, "$1(");
        }
        for (const [word, sign] of WORDS) code = code.replace(word, sign);
        return code.replace(/\$([A-Za-z]\w*)/g, "V.$1").replace(/(?<![\w.])_([A-Za-z]\w*)/g, "T.$1");
      })
      .join("");
  }

  #link(label: string, act: () => string | null): Link {
    const link: Link = { label, act, gone: false };
    this.#links.push(link);
    this.#say(`\ue010${label}\ue011`);
    return link;
  }

  #leave(to: string): void {
    if (this.#timed === 0) throw new Leaves(to);
    this.#link(to, () => to);
  }

  /** Runs what a block holds, which may wait for a time. */
  #held(content: string, isTimed: boolean): void {
    if (isTimed) this.#timed++;
    try {
      this.#run(content);
    } finally {
      if (isTimed) this.#timed--;
    }
  }

  /** A link whose content stands in its place once it is chosen. */
  #replaced(label: string, content: string, isSeen: boolean): void {
    const link = this.#link(label, () => {
      link.gone = isSeen;
      if (!isSeen) this.#silent++;
      try {
        // What it shows stands where it stood, so that its links come before those behind it.
        const at = this.#links.indexOf(link) + 1;
        const behind = this.#links.splice(at);
        try {
          this.#run(content);
        } finally {
          this.#links.push(...behind);
        }
      } finally {
        if (!isSeen) this.#silent--;
      }
      return null;
    });
  }

  #bracketLink(inner: string): void {
    const [words = "", setter = null] = inner.split("][");
    const arrow = words.lastIndexOf("->");
    const bar = words.lastIndexOf("|");
    const cut = arrow >= 0 ? arrow : bar;
    const label = (cut < 0 ? words : words.slice(0, cut)).trim();
    const target = (cut < 0 ? words : words.slice(cut + (arrow >= 0 ? 2 : 1))).trim();
    this.#link(cut < 0 ? label : this.#worked(label), () => {
      if (setter !== null) this.#assign(setter);
      return target;
    });
  }

  /** Returns a link's words as SugarCube shows them: their value as script, where that is a text or a number. */
  #worked(label: string): string {
    if (this.#format !== "SugarCube") return label;
    try {
      const value = this.#value(label);
      if (typeof value === "number") return String(value);
      return typeof value === "string" && value.trim() !== "" ? value : label;
    } catch {
      return label;
    }
  }

  #show(name: string): void {
    const passage = this.#passages.get(name);
    if (passage === undefined) throw new Error(`no passage ${name}`);
    this.#run(passage.text);
  }

  #runSugar(text: string): void {
    const next =
      /<<([a-z=]+)\s*((?:[^>"]|"[^"]*"|>(?!>))*)>>|\[\[((?:[^\]]|\](?!\]))*)\]\]|\$([A-Za-z]\w*)|(?<!\w)_([A-Za-z]\w*)|<a data-passage="([^"]*)">([^<]*)<\/a>/g;
    let at = 0;
    for (let found = next.exec(text); found !== null; found = next.exec(text)) {
      this.#say(text.slice(at, found.index));
      at = next.lastIndex;
      const [, macro, args = "", link, variable, temporary, target, label = ""] = found;
      if (target !== undefined) this.#link(label, () => target);
      else if (link !== undefined) this.#bracketLink(link);
      else if (variable !== undefined) this.#say(String(this.#values[variable]));
      else if (temporary !== undefined) this.#say(String(this.#temporary[temporary]));
      else if (macro !== undefined) {
        at = this.#sugarMacro(macro, args.trim(), text, at);
        next.lastIndex = at;
      }
    }
    this.#say(text.slice(at));
  }

  /** Carries a macro out, and answers where what belongs to it ends. */
  #sugarMacro(macro: string, args: string, text: string, from: number): number {
    const words = Array.from(args.matchAll(/"([^"]*)"/g), ([, each = ""]) => each);
    switch (macro) {
      case "set":
        this.#assign(args);
        return from;
      case "print":
      case "=":
        this.#say(String(this.#value(args)));
        return from;
      case "include":
        this.#show(words[0] ?? "");
        return from;
      case "goto":
        this.#leave(words[0] ?? "");
        return from;
      case "timed":
      case "glow": {
        const { parts, end } = sugarBlock(text, from, macro);
        this.#held(parts[0]?.text ?? "", macro === "timed");
        return end;
      }
      case "if": {
        const { parts, end } = sugarBlock(text, from, "if");
        const chosen = parts.find(({ asks }, nth) => asks === null || this.#value(nth === 0 ? args : asks));
        if (chosen !== undefined) this.#run(chosen.text);
        return end;
      }
      case "link":
      case "linkreplace": {
        const { parts, end } = sugarBlock(text, from, macro);
        this.#replaced(words[0] ?? "", parts[0]?.text ?? "", macro === "linkreplace");
        return end;
      }
      default:
        throw new Error(`no macro ${macro}`);
    }
  }

  #runHarlowe(text: string): void {
    let last: boolean | null = null;
    for (let at = 0; at < text.length; ) {
      const rest = text.slice(at);
      const link = /^\[\[((?:[^\]]|\](?!\]))*)\]\]/.exec(rest);
      const asked = /^\$([A-Za-z]\w*)\[(?!\[)/.exec(rest);
      const variable = asked === null ? /^([$_])([A-Za-z]\w*)/.exec(rest) : null;
      const macro = /^\(([a-z-]+):/.exec(rest);
      const named = /^\|(\w+)([>)])\[/.exec(rest);
      const verbatim = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(rest);
      if (link !== null) {
        this.#bracketLink(link[1] ?? "");
        at += link[0].length;
      } else if (asked !== null) {
        const opens = at + asked[0].length - 1;
        const end = closing(text, opens, "[", "]");
        last = Boolean(this.#values[asked[1] ?? ""]);
        if (last) this.#run(text.slice(opens + 1, end));
        at = end + 1;
      } else if (variable !== null) {
        const [all, sigil, name = ""] = variable;
        this.#say(String((sigil === "$" ? this.#values : this.#temporary)[name]));
        at += all.length;
      } else if (verbatim !== null) {
        this.#say(`${VERBATIM.open}${verbatim[2]}${VERBATIM.close}`);
        at += verbatim[0].length;
      } else if (named !== null) {
        const opens = at + named[0].length - 1;
        const end = closing(text, opens, "[", "]");
        const hook = text.slice(opens + 1, end);
        if (named[2] === ")") this.#hidden.set(named[1] ?? "", hook);
        else this.#run(hook);
        at = end + 1;
      } else if (macro !== null) {
        const close = closing(text, at, "(", ")");
        const args = text.slice(at + macro[0].length, close).trim();
        const name = (macro[1] ?? "").replaceAll("-", "");
        const opens = close + 1 + (/^\s*(?=\[)/.exec(text.slice(close + 1))?.[0].length ?? 0);
        const end = text.charAt(opens) === "[" ? closing(text, opens, "[", "]") : -1;
        const hook = end < 0 ? "" : text.slice(opens + 1, end);
        const words = Array.from(args.matchAll(/"([^"]*)"/g), ([, each = ""]) => each);
        at = close + 1;
        if (["if", "unless", "elseif", "else", "link", "after", "color"].includes(name)) at = end + 1;
        if (name === "set")
          this.#assign(
            args.replace(/^(\S+) to\b(.*)$/s, (_, target, value) => `${target} to ${value.replace(/\bit\b/g, target)}`),
          );
        else if (name === "show") this.#run(this.#hidden.get(args.replace("?", "")) ?? "");
        else if (name === "print") this.#say(String(this.#value(args)));
        else if (name === "either" || name === "random") this.#say(String(this.#value(`(${name}: ${args})`)));
        else if (name === "display") this.#show(words[0] ?? "");
        else if (name === "goto") this.#leave(words[0] ?? "");
        else if (name === "after" || name === "color") this.#held(hook, name === "after");
        else if (name === "linkgoto") this.#link(words[0] ?? "", () => words[1] ?? words[0] ?? "");
        else if (name === "link") this.#replaced(words[0] ?? "", hook, true);
        else if (name === "if" || name === "unless") {
          last = Boolean(this.#value(args)) === (name === "if");
          if (last) this.#run(hook);
        } else if (name === "elseif") {
          const holds: boolean = last === false && Boolean(this.#value(args));
          if (holds) this.#run(hook);
          last = last === true || holds;
        } else if (name === "else") {
          if (last === false) this.#run(hook);
        } else throw new Error(`no macro ${name}`);
      } else if (rest.startsWith("{") || rest.startsWith("}")) at += 1;
      else {
        this.#say(text.charAt(at));
        at += 1;
      }
    }
  }
}

/** Returns the index of the bracket that closes the one at an index. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = text.indexOf('"', at + 1);
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at;
  }
  throw new Error("a bracket is not closed");
}

/** The parts of a SugarCube block up to where it closes, each with what it asks; the first asks what its macro does. */
function sugarBlock(
  text: string,
  from: number,
  name: string,
): { parts: { asks: string | null; text: string }[]; end: number } {
  const tags = /<<(\/?)([a-z]+)\s*((?:[^>"]|"[^"]*"|>(?!>))*)>>/g;
  tags.lastIndex = from;
  const parts: { asks: string | null; text: string }[] = [];
  let asks: string | null = "";
  let start = from;
  let depth = 0;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    const [, slash, own, args = ""] = tag;
    const end = () => parts.push({ asks, text: text.slice(start, tag?.index) });
    if (own === name && slash === "") depth++;
    else if (own === name && depth > 0) depth--;
    else if (own === name) {
      end();
      return { parts, end: tags.lastIndex };
    } else if (depth === 0 && name === "if" && (own === "elseif" || own === "else")) {
      end();
      asks = own === "else" ? null : args;
      start = tags.lastIndex;
    }
  }
  throw new Error(`${name} is not closed`);
}

/** A page as it is read: links alone on a line, or behind a sentence, are no text. */
function tidied(out: string): string {
  return out
    .split("\n")
    .map((line) => {
      const words = line.replace(/\ue010[^\ue011]*\ue011/g, "");
      if (words.trim() === "") return "";
      return line.replace(/(?<=[.!?])(?:\s*\ue010[^\ue011]*\ue011)+\s*$/, "").replace(/[\ue010\ue011]/g, "");
    })
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}
