/** Names that a story may not use: words of the language, its functions, and the ends of a story. */
const RESERVED: ReadonlySet<string> = new Set(
  "true false not and or mod has hasnt return else temp ref function VAR CONST LIST INCLUDE EXTERNAL TODO END DONE CHOICE_COUNT TURNS TURNS_SINCE READ_COUNT RANDOM SEED_RANDOM INT FLOAT FLOOR CEILING MIN MAX POW LIST_VALUE LIST_RANDOM LIST_COUNT LIST_MIN LIST_MAX LIST_ALL LIST_INVERT LIST_RANGE".split(
    " ",
  ),
);

/** Letters that ink takes in names, and digits. */
const FOREIGN =
  /[^A-Za-z0-9_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a1\u03a3-\u03ce\u0400-\u0481\u048a-\u04ff\u05d0-\u05ea\u0620-\u064a\u4e00-\u9fff\uac00-\ud7a3]+/g;

/** Whether a word can stand as a name in ink as it is. */
export function isInkName(word: string): boolean {
  return word !== "" && !/^\d/.test(word) && word.search(FOREIGN) === -1 && !RESERVED.has(word);
}

/** Gives names that ink takes, none twice: knots, variables and values of lists share them. */
export class InkNames {
  readonly #taken = new Set<string>(RESERVED);
  /** Highest number used for each name so far. */
  readonly #counted = new Map<string, number>();

  /** Takes a name that has to stay as it is; false where it is taken already. */
  keep(name: string): boolean {
    if (this.#taken.has(name)) return false;
    this.#taken.add(name);
    return true;
  }

  /** A name as like to what a person wrote as ink allows. */
  give(wanted: string, otherwise: string): string {
    const plain =
      wanted
        .normalize("NFC")
        .replace(FOREIGN, "_")
        .replace(/^_+|_+$/g, "") || otherwise;
    const base = /^\d/.test(plain) ? `_${plain}` : plain;
    let name = base;
    let n = this.#counted.get(base) ?? 2;
    for (; this.#taken.has(name); n++) name = `${base}_${n}`;
    this.#counted.set(base, n);
    this.#taken.add(name);
    return name;
  }
}
