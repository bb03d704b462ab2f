const BEGINNING = /"say"\s*:\s*"/;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * Reader of the field `say` of a JSON object (RFC 8259) whose text comes in pieces. It answers what is new of the value after each piece, and
 * never half of a character.
 */
export class SaidSoFar {
  #text = "";
  #at = -1;
  #isOver = false;

  /** Takes a piece of the JSON text, and returns what it adds to the value. */
  take(piece: string): string {
    if (this.#isOver) return "";
    this.#text += piece;
    if (this.#at < 0) {
      const begun = BEGINNING.exec(this.#text);
      if (begun === null) return "";
      this.#at = begun.index + begun[0].length;
    }
    let added = "";
    while (this.#at < this.#text.length && !this.#isOver) {
      const step = this.#next();
      if (step === null) break;
      added += step;
    }
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
    return added;
  }

  /** Reads one character of the value; null where it has not come whole. */
  #next(): string | null {
    const character = this.#text[this.#at] ?? "";
    if (character === '"') {
      this.#isOver = true;
      return "";
    }
    if (character !== "\\") return this.#plain(character);
    const kind = this.#text[this.#at + 1];
    if (kind === undefined) return null;
    if (kind !== "u") {
      this.#at += 2;
      return ESCAPES[kind] ?? kind;
    }
    const [whole, high = "", low] =
      /^\\u([0-9a-fA-F]{4})(?:\\u([0-9a-fA-F]{4}))?/.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined) return this.#text.length - this.#at >= 6 ? this.#skip() : null;
    const code = Number.parseInt(high, 16);
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh && low === undefined) return this.#text.length - this.#at >= 12 ? this.#skip(6) : null;
    this.#at += isHigh ? 12 : 6;
    const read = isHigh ? String.fromCharCode(code, Number.parseInt(low ?? "", 16)) : String.fromCharCode(code);
    return read.isWellFormed() && read !== "\u0000" ? read : "\ufffd";
  }

  #plain(character: string): string | null {
    const code = character.charCodeAt(0);
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh && this.#at + 1 >= this.#text.length) return null;
    const read = isHigh ? this.#text.slice(this.#at, this.#at + 2) : character;
    this.#at += read.length;
    return read.isWellFormed() ? read : "\ufffd";
  }

  /** Passes over what is no escape. */
  #skip(length = 2): string {
    this.#at += length;
    return "\ufffd";
  }
}
