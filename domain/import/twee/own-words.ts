import { joined, literal, marked, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText, SetKind, TextMark } from "../../text-marks/text-mark.ts";
import type { TweeDialect } from "./dialects.ts";

/** Signs around words of each kind, before and behind them, as our export writes them. */
type TweeSigns = Readonly<Record<SetKind, readonly [string, string]>>;

const TAGS: TweeSigns = {
  emphasis: ["<em>", "</em>"],
  strong: ["<strong>", "</strong>"],
  strike: ["<s>", "</s>"],
};
const pair = (sign: string): readonly [string, string] => [sign, sign];
const WIKI: TweeSigns = { emphasis: pair("//"), strong: pair("''"), strike: pair("==") };

/** Signs of the story formats. Markdown has none that can stand beside every letter, so tags stand there. */
export const TWEE_SIGNS: Readonly<Record<TweeDialect, TweeSigns>> = {
  sugarcube: WIKI,
  sugarcane: WIKI,
  harlowe: { ...WIKI, strike: pair("~~") },
  chapbook: TAGS,
  snowman: TAGS,
};

const NAKED = /\$([A-Za-z]\w*)/;
const VALUES: Readonly<Record<TweeDialect, RegExp>> = {
  sugarcube: new RegExp(`<<print \\$([A-Za-z]\\w*)>>|${NAKED.source}`),
  sugarcane: new RegExp(`<<print \\$([A-Za-z]\\w*)>>|${NAKED.source}`),
  harlowe: new RegExp(`\\(print: \\$([A-Za-z]\\w*)\\)|${NAKED.source}`),
  chapbook: /\{([A-Za-z]\w*)\}()/,
  snowman: /<%= s\.([A-Za-z]\w*) %>()/,
};

/**
 * Reads the words of a passage that our export wrote with marks: signs become marks, values the names of variables in
 * braces, and characters by number, which are no sign of the format, letters.
 */
export function ownWords(text: string, dialect: TweeDialect, isVariable: (name: string) => boolean): MarkedText {
  const signs = Object.entries(TWEE_SIGNS[dialect]) as [SetKind, readonly [string, string]][];
  const starts = new Map(signs.map(([kind, [sign]]) => [sign, kind]));
  const ends = new Map(signs.map(([kind, [, sign]]) => [sign, kind]));
  const all = [...new Set([...starts.keys(), ...ends.keys()])].join("|");
  const pattern = new RegExp(`&#(\\d{1,3});|${VALUES[dialect].source}|(${all})`, "g");
  const on = new Set<SetKind>();
  const parts: MarkedText[] = [];
  const say = (words: MarkedText) => parts.push(marked(words, ...on));
  let after = 0;
  for (const found of text.matchAll(pattern)) {
    const [written, code, printed, naked, sign] = found;
    const name = printed || naked;
    const isLetters = code === undefined && sign === undefined && (name === undefined || !isVariable(name));
    if (isLetters) continue;
    if (found.index > after) say(plain(text.slice(after, found.index)));
    after = found.index + written.length;
    if (code !== undefined) say(literal(String.fromCharCode(Number(code))));
    else if (sign === undefined) say(plain(`{${name}}`));
    else {
      const [ending, starting] = [ends.get(sign), starts.get(sign)];
      if (ending !== undefined && on.has(ending)) on.delete(ending);
      else if (starting !== undefined) on.add(starting);
    }
  }
  if (after < text.length) say(plain(text.slice(after)));
  return overLines(joined(parts));
}

/** A text whose marks go on over the line breaks between them, at which a passage ends and begins them anew. */
function overLines({ text, marks }: MarkedText): MarkedText {
  if (marks.length < 2 || !text.includes("\n")) return { text, marks };
  const points = Array.from(text);
  const last = new Map<TextMark["kind"], TextMark>();
  const result: TextMark[] = [];
  for (const mark of marks) {
    const before = last.get(mark.kind);
    if (before !== undefined && points.slice(before.end, mark.start).every((point) => point === "\n")) {
      before.end = mark.end;
      continue;
    }
    const own = { ...mark };
    last.set(mark.kind, own);
    result.push(own);
  }
  return { text, marks: result };
}
