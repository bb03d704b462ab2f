import { decodeHTML } from "entities/decode";
import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_TAG } from "./html-tags.ts";
import { anyOf, LookReader, type LostLook, OPENED, WEB_ADDRESS } from "./look.ts";
import type { Mark } from "./marks.ts";

const STYLES: ReadonlyMap<string, TextMarkKind> = new Map([
  ["''", "strong"],
  ["**", "strong"],
  ["//", "emphasis"],
  ["*", "emphasis"],
  ["~~", "strike"],
]);
/** Lines that are a rule, or that say how what follows is aligned or set in columns. */
const WHOLE_LINE = /(?<![-=|<> \t])[ \t]*(?:-{3,}|==+>|<=+|=+><=+|<==+>|=+\|+=+|=+\|+|\|+=+|\|=+\|)[ \t]*$/;
const SIGNS = anyOf(
  WHOLE_LINE,
  /(?<![ \t*.])[ \t]*(?:\*+|(?:0\.)+)[ \t]+/,
  /(?<![ \t#])[ \t]*#{1,6}[ \t]*/,
  /\\\n\\?|\n\\/,
  /\n/,
  WEB_ADDRESS,
  /''|\/\/|~~|\^\^|\*\*?/,
  /&(?:#\d+|#[xX][\da-fA-F]+|[A-Za-z][A-Za-z0-9]*);?/,
  HTML_TAG,
);

/** Reads Harlowe's markup. A sign counts where another one closes it; alone it is a letter. */
export class HarloweLook extends LookReader {
  constructor(text: string, lost: Set<LostLook>) {
    super(text, lost, SIGNS);
  }

  protected sign(found: RegExpExecArray): number {
    const [sign] = found;
    const at = found.index;
    const end = at + sign.length;
    const startsLine = this.isLineStart;
    const first = sign.trimStart().charAt(0);
    if (sign === "\n") {
      this.isLineStart = true;
      this.behind = null;
      return end;
    }
    if (first === "\\" || sign.startsWith("\n")) {
      this.write(at, end, { kind: "nothing" });
      this.isLineStart = true;
      return end;
    }
    if (startsLine && (WHOLE.test(sign) || /^[ \t]*(?:\*+|(?:0\.)+)[ \t]+$/.test(sign) || first === "#")) {
      this.write(at, end, { kind: "nothing" });
      return end;
    }
    if (sign.startsWith("&")) {
      const word = decodeHTML(sign);
      if (word === sign) return this.letters(found);
      this.isLineStart = false;
      this.write(at, end, { kind: "words", text: word });
      return end;
    }
    if (sign.startsWith("<") && sign.endsWith(">") && /^<\/?[A-Za-z]/.test(sign)) {
      this.isLineStart = false;
      return this.tag(sign, at);
    }
    if (STYLES.has(sign) || sign === "^^") return this.#pair(sign, at, end);
    const star = /^[ \t]*(\*\*?)/.exec(sign);
    if (star !== null) {
      const begins = at + star[0].length - (star[1]?.length ?? 0);
      return this.#pair(star[1] ?? "", begins, begins + (star[1]?.length ?? 0));
    }
    if (/^[a-z]/i.test(sign)) {
      this.write(at, end, { kind: "words", text: sign });
      this.isLineStart = false;
      return end;
    }
    if (sign.includes("//")) return this.letters(found);
    // What would be a line of its own is letters within one; the rest of it is read for signs.
    this.isLineStart = false;
    return at + 1;
  }

  /** A sign that closes the same one, or waits to be closed. */
  #pair(sign: string, at: number, end: number): number {
    this.isLineStart = false;
    const { opened } = this.part();
    // One star closes before two open.
    const isThree = this.text.charAt(end) === "*" && opened.at(-1)?.sign === "*";
    if (
      sign === "**" &&
      (isThree || !opened.some((each) => each.sign === "**")) &&
      opened.some((each) => each.sign === "*")
    ) {
      return this.#pair("*", at, at + 1);
    }
    const index = opened.findLastIndex((each) => each.sign === sign);
    if (index >= 0) {
      while (opened.length > index + 1) this.#drop(at);
      this.unwind(index, at, end);
      return end;
    }
    if (sign === "^^") this.lost.add("raised or lowered");
    this.open(sign, [at, end], STYLES.get(sign) ?? null);
    return end;
  }

  protected override through(mark: Mark): void {
    if (mark.kind !== "brace") {
      super.through(mark);
      return;
    }
    const { opened } = this.part();
    this.isLineStart = false;
    if (mark.opens) {
      if (opened.length >= OPENED) return;
      UNCLOSED.lastIndex = mark.end;
      const unclosed = UNCLOSED.exec(this.text)?.[0].length ?? 0;
      if (unclosed > 0) {
        this.write(mark.start, mark.end + unclosed, { kind: "brace", opens: true });
        opened.push({ sign: "{=", ends: [{ kind: "brace", opens: false }], at: -1 });
        return;
      }
      this.marks.push(mark);
      opened.push({ sign: "{", ends: [], at: this.marks.length - 1 });
      return;
    }
    const index = opened.findLastIndex((each) => each.sign === "{");
    if (index < 0) return;
    while (opened.length > index + 1) this.#drop(mark.start);
    opened.pop();
    this.marks.push(mark);
  }

  protected override leaves(at: number): void {
    const last = this.part().opened.at(-1);
    if (last === undefined || last.at < 0 || last.sign.startsWith("</")) super.leaves(at);
    else this.#drop(at);
  }

  /** Makes the innermost sign that is open a letter. */
  #drop(at: number): void {
    const last = this.part().opened.pop();
    if (last === undefined) return;
    if (last.at >= 0 && !last.sign.startsWith("</")) this.marks[last.at] = null;
    else for (const meaning of last.ends) this.write(at, at, meaning);
  }
}

/** Signs behind a brace that nothing has to close. */
const UNCLOSED = /=+/y;
const WHOLE = new RegExp(`^(?:${WHOLE_LINE.source})`);
