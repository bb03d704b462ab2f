import type { TweeDialect } from "./dialects.ts";

/** A stretch of a passage's words: text, the name of a variable whose value is shown, or what is not understood. */
export type Words =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly source: string }
  | { readonly kind: "unread"; readonly name: string; readonly source: string };

/** Markup that nothing before it has read: it is kept to the end of its line rather than shown to a player. */
const LEFT_OVER: Readonly<Record<TweeDialect, RegExp | null>> = {
  sugarcube: /<<[^\n]*|\[\[[^\n]*/,
  sugarcane: /<<[^\n]*|\[\[[^\n]*/,
  harlowe: /\((?:set|put|if|unless|else-?if|else|for|display|print|link[a-z-]*|go-?to)[ \t]*:[^\n]*|\[\[[^\n]*/,
  snowman: /<%[^\n]*|\[\[[^\n]*/,
  chapbook: /\{[a-z]+ [a-z ]+[:,][^\n]*|\[\[[^\n]*/,
};

/** Naked variables, with what of them is asked for. */
const NAKED =
  /(?<![\w$])(?<variable>[$_][A-Za-z]\w*)(?<of>(?:\.[A-Za-z_]\w*|\[[^\]\n]*\]|'s\s+(?:length|last|1st|\d+th)\b)*)/;
const TAG = /<\/?[A-Za-z][^<>]*>/;
const EMPHASIS = /''|(?<![:\w/])\/\/(?=\S)|(?<=\S)\/\/(?![\w/])/;

/** Cuts text between macros into words, values that are shown and what is left over; tags and emphasis go. */
export function wordsOf(text: string, dialect: TweeDialect | null): Words[] {
  const words: Words[] = [];
  const pattern = patternOf(dialect);
  let at = 0;
  let plain = "";
  const flush = () => {
    if (plain !== "") words.push({ kind: "text", text: plain });
    plain = "";
  };
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { left, variable, of, tag, continued } = match.groups ?? {};
    plain = joined(plain, text.slice(at, match.index));
    at = match.index + match[0].length;
    if (left !== undefined) {
      flush();
      words.push({ kind: "unread", name: left.startsWith("[[") ? "[[" : left.slice(0, 20), source: left });
    } else if (variable !== undefined) {
      flush();
      words.push({ kind: "print", source: `${variable}${of ?? ""}` });
    } else if (tag !== undefined) plain += /^<(?:br|hr|p|div|li|\/p|\/div)\b/i.test(tag) ? "\n" : "";
    else if (continued !== undefined) plain += "";
    if (match[0] === "") pattern.lastIndex++;
  }
  plain = joined(plain, text.slice(at));
  flush();
  return words;
}

/** Words after others; what stood apart in the file, as in `[<<else>>[`, does not come together to a mark of its format. */
export function joined(before: string, after: string): string {
  const meets = `${before.slice(-1)}${after.slice(0, 1)}`;
  return meets === "[[" || meets === "<<" ? `${before} ${after}` : before + after;
}

const patterns = new Map<TweeDialect | null, RegExp>();

function patternOf(dialect: TweeDialect | null): RegExp {
  const known = patterns.get(dialect);
  if (known !== undefined) return known;
  const left = dialect === null ? null : LEFT_OVER[dialect];
  const hasSigils = dialect === "harlowe" || dialect === "sugarcube" || dialect === "sugarcane";
  const heading = dialect === "harlowe" ? "#{1,6}" : "!{1,6}";
  const parts = [
    ...(left === null ? ["(?<left>\\[\\[[^\\n]*)"] : [`(?<left>${left.source})`]),
    ...(hasSigils
      ? [NAKED.source, "(?<continued>\\\\\\n)", `(?<=^|\\n)${heading}[ \\t]*(?=\\S)`, EMPHASIS.source]
      : []),
    `(?<tag>${TAG.source})`,
  ];
  const made = new RegExp(parts.join("|"), "g");
  patterns.set(dialect, made);
  return made;
}

/** Marks around the words of a link in a text that is put together. */
export const LINK_WORDS = { open: "\ue000", close: "\ue001" } as const;
const LINKS = /\ue000([^\ue000\ue001]*)\ue001/g;
const LINK_MARKS = /[\ue000\ue001]/;
/** A line on which there are only links, with what sets a list apart. */
const ONLY_LINKS = /^[\s*•·|/,;.:–—-]*$/;

/** Links behind a sentence, up to the end of a line. */
const LAST_LINKS = /(?<=[.!?…:”"’)])(?:[\s*•·|/,;–—-]*\ue000[^\ue000\ue001]*\ue001)+[\s.]*$/;

/**
 * A text as a player reads it: links on a line of their own, or behind a sentence, are choices and no text; the words of others stay
 * where they stand. Blank lines set paragraphs apart.
 */
export function tidyText(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (!line.includes(LINK_WORDS.open)) return [line];
      if (ONLY_LINKS.test(line.replace(LINKS, ""))) return [];
      return [line.replace(LAST_LINKS, "").split(LINK_MARKS).reduce(joined)];
    })
    .map((line) => line.replace(/[ \t\u00a0]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
