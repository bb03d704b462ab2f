import type { TweeDialect } from "./dialects.ts";

/** A name in braces in one of our texts. */
const NAMED = /\{([^{}\n]+)\}/g;

/** Pattern of text that would be read as part of a value's name behind it. */
const CLINGS = /^(?:[\w$[]|\.[A-Za-z_$]|'s\b)/;

/** A text of ours as a story format says it: what names a variable in braces becomes its value there. */
export function withTweeValues(
  text: string,
  dialect: TweeDialect | null,
  identifier: (name: string) => string | null,
): string {
  if (!text.includes("{")) return text;
  return text.replace(NAMED, (written, name: string, at: number) => {
    const own = identifier(name.trim());
    if (own === null) return written;
    if (dialect === null) return written;
    return tweeValue(own, dialect, text.charAt(at - 1) === "$" ? "$" : text.slice(at + written.length));
  });
}

/**
 * Value of a variable as a story format says it.
 *
 * @param clinging words behind it, or others that must not come together with its name
 */
export function tweeValue(identifier: string, dialect: TweeDialect, clinging: string): string {
  const isLoose = !CLINGS.test(clinging);
  switch (dialect) {
    case "sugarcube":
    case "sugarcane":
      return isLoose ? `$${identifier}` : `<<print $${identifier}>>`;
    case "harlowe":
      return isLoose ? `$${identifier}` : `(print: $${identifier})`;
    case "chapbook":
      return `{${identifier}}`;
    case "snowman":
      return `<%= s.${identifier} %>`;
  }
}

/** Values of variables in a text, with the macros and links that are stepped over. */
const VALUES: Readonly<Partial<Record<TweeDialect, RegExp>>> = {
  sugarcube: /<<print \$([A-Za-z]\w*)>>|<<[\s\S]*?>>|\[\[[\s\S]*?\]\]|\$([A-Za-z]\w*)/g,
  sugarcane: /<<print \$([A-Za-z]\w*)>>|<<[\s\S]*?>>|\[\[[\s\S]*?\]\]|\$([A-Za-z]\w*)/g,
  harlowe: /\(print: \$([A-Za-z]\w*)\)|\([a-z-]+:[^)\n]*\)|\[\[[\s\S]*?\]\]|\$([A-Za-z]\w*)/g,
  snowman: /<%= s\.([A-Za-z]\w*) %>/g,
};

/** A text as our export wrote it, with the names of variables in braces again. */
export function withoutTweeValues(
  text: string,
  dialect: TweeDialect | null,
  isVariable: (name: string) => boolean,
): string {
  const values = dialect === null ? undefined : VALUES[dialect];
  if (values === undefined) return text;
  return text.replace(values, (written, printed?: string, plain?: string) => {
    const name = printed ?? plain;
    return typeof name === "string" && isVariable(name) ? `{${name}}` : written;
  });
}
