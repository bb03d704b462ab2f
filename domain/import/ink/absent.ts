import { addToList } from "../../add-to-list.ts";
import { quoted } from "../report.ts";
import type { InkFiles } from "./includes.ts";

const TARGET = /Divert target not found: '-> ([\w.]+)'/u;
const FUNCTION = /Function call target not found: '-> (\w+)'/u;
const VARIABLE =
  /(?:Unresolved variable: |Variable could not be found to assign to: '|could not be found: ')([^\s']+)/u;

/** Names that a story uses and that none of its files defines, because some of its files are missing. */
export class Absent {
  readonly #files: InkFiles;
  /** Knots, each with the names of its stitches and labels. */
  readonly #knots = new Map<string, string[]>();
  readonly #functions = new Set<string>();
  readonly #variables = new Set<string>();

  constructor(files: InkFiles) {
    this.#files = files;
  }

  /** Takes over the name that a message of the compiler misses; returns whether it was not known yet. */
  add(message: string): boolean {
    const target = TARGET.exec(message)?.[1];
    if (target !== undefined) {
      const [knot = "", stitch] = target.split(".");
      const known = this.#knots.get(knot);
      if (known !== undefined && (stitch === undefined || known.includes(stitch))) return false;
      if (stitch === undefined) this.#knots.set(knot, []);
      else addToList(this.#knots, knot, stitch);
      return true;
    }
    const called = FUNCTION.exec(message)?.[1];
    const [names, name] =
      called === undefined ? [this.#variables, VARIABLE.exec(message)?.[1]] : [this.#functions, called];
    if (name === undefined || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || names.has(name)) return false;
    names.add(name);
    return true;
  }

  /** Returns ink that defines the names, to be read behind the story. */
  get source(): string {
    // What is known as a knot by now was asked for as one, whatever else it looked like.
    const variables = [...this.#variables].filter((name) => !this.#knots.has(name) && !this.#functions.has(name));
    const lines = [
      ...variables.map((name) => `VAR ${name} = 0`),
      ...Array.from(this.#functions, (name) => `EXTERNAL ${name}(${this.#parametersOf(name)})`),
      ...Array.from(this.#knots, ([knot, stitches]) =>
        [`=== ${knot} ===`, "-> END", ...stitches.flatMap((stitch) => [`= ${stitch}`, "-> END"])].join("\n"),
      ),
    ];
    return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
  }

  /** Returns a sentence for each kind of missing name. */
  get remarks(): string[] {
    const said: string[] = [];
    const say = (names: Iterable<string>, what: string, result: string) => {
      const all = Array.from(names, quoted);
      if (all.length > 0) said.push(`${what} in none of the files: ${all.join(", ")}. ${result}`);
    };
    say(this.#knots.keys(), "Knots that are", "The story ends there.");
    say(
      [...this.#variables].filter((name) => !this.#knots.has(name)),
      "Variables that are",
      "They begin with 0.",
    );
    say(this.#functions, "Functions that are", "Their calls are left to the host.");
    return said;
  }

  /** Returns names for as many parameters as a function is called with. */
  #parametersOf(name: string): string {
    const CALL = new RegExp(`(?<![\\p{L}\\p{N}_])${name}\\s*\\(`, "u");
    for (const source of this.#files.sources) {
      const found = CALL.exec(source);
      if (found === null) continue;
      const count = argumentsAt(source, found.index + found[0].length);
      return Array.from({ length: count }, (_, at) => `p${at + 1}`).join(", ");
    }
    return "";
  }
}

/** Returns the number of arguments of a call whose parenthesis was opened just before. */
function argumentsAt(source: string, from: number): number {
  let depth = 0;
  let commas = 0;
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === "(") depth += 1;
    else if (sign === ")" && depth === 0) return source.slice(from, at).trim() === "" ? 0 : commas + 1;
    else if (sign === ")") depth -= 1;
    else if (sign === "," && depth === 0) commas += 1;
    else if (sign === "\n") break;
  }
  return 0;
}
