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

const OF = /(?<of>(?:\.[A-Za-z_]\w*|\[[^\]\n]*\]|'s\s+(?:length|last|1st|\d+th)\b)*)/.source;
/** Naked variables, with what of them is asked for. A name of SugarCube may have a `$` within it. */
const NAKED: Readonly<Partial<Record<TweeDialect, string>>> = {
  harlowe: `(?<variable>\\$[A-Za-z]\\w*|(?<![\\w$])_[A-Za-z]\\w*)${OF}`,
  sugarcube: `(?<variable>\\$[A-Za-z][\\w$]*|(?<![\\w$])_[A-Za-z][\\w$]*)${OF}`,
  sugarcane: `(?<variable>\\$[A-Za-z][\\w$]*|(?<![\\w$])_[A-Za-z][\\w$]*)${OF}`,
};

/** Cuts text between macros into words, values that are shown and what is left over. */
export function wordsOf(text: string, dialect: TweeDialect | null): Words[] {
  const words: Words[] = [];
  const pattern = patternOf(dialect);
  let at = 0;
  pattern.lastIndex = 0;
  const flush = (to: number) => {
    if (to > at) words.push({ kind: "text", text: text.slice(at, to) });
  };
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { left, variable, of } = match.groups ?? {};
    flush(match.index);
    at = match.index + match[0].length;
    if (left !== undefined) {
      words.push({ kind: "unread", name: left.startsWith("[[") ? "[[" : left.slice(0, 20), source: left });
    } else if (variable?.includes("$", 1)) words.push({ kind: "text", text: match[0] });
    else words.push({ kind: "print", source: `${variable}${of ?? ""}` });
  }
  flush(text.length);
  return words;
}

const patterns = new Map<TweeDialect | null, RegExp>();

function patternOf(dialect: TweeDialect | null): RegExp {
  const known = patterns.get(dialect);
  if (known !== undefined) return known;
  const left = dialect === null ? null : LEFT_OVER[dialect];
  const naked = dialect === null ? undefined : NAKED[dialect];
  const parts = [`(?<left>${left?.source ?? "\\[\\[[^\\n]*"})`, ...(naked === undefined ? [] : [naked])];
  const made = new RegExp(parts.join("|"), "g");
  patterns.set(dialect, made);
  return made;
}
