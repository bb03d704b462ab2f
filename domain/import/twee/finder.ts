/**
 * Finds the next match of a pattern, and remembers it while places before it are asked for: reading a text in many
 * short stretches would otherwise search the same rest of it for each of them.
 */
export class Finder {
  readonly #pattern: RegExp;
  readonly #text: string;
  #found: RegExpExecArray | null | undefined;

  /** @param pattern with the flag `g` */
  constructor(pattern: RegExp, text: string) {
    this.#pattern = pattern;
    this.#text = text;
  }

  /** The first match at or after a place. */
  from(at: number): RegExpExecArray | null {
    if (this.#found === null || (this.#found !== undefined && this.#found.index >= at)) return this.#found;
    this.#pattern.lastIndex = at;
    this.#found = this.#pattern.exec(this.#text);
    return this.#found;
  }

  /**
   * Reads each match between two places; `read` answers the place to go on from, null for that of the next character.
   * Answers the place reading has come to: beyond `to` when a match reaches across it.
   */
  through(from: number, to: number, read: (at: number, found: string) => number | null): number {
    let reached = from;
    for (let match = this.from(from); match !== null && match.index < to; match = this.from(reached)) {
      reached = read(match.index, match[0]) ?? match.index + 1;
    }
    return Math.max(reached, to);
  }
}
