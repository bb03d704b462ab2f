/** Words that a line of ink cannot begin with without meaning something. */
const STATEMENT = /^(?:[*+\-=]|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO)(?![A-Za-z0-9_]))/;

/** A text with the signs that mean something in ink escaped; what names a variable in braces becomes its name there. */
export function inkText(text: string, variable: (name: string) => string | null): string {
  return text
    .split(/(\{[^{}\n]+\})/)
    .map((part, at) => {
      const name = at % 2 === 1 ? variable(part.slice(1, -1).trim()) : null;
      return name === null ? escaped(part) : `{${name}}`;
    })
    .join("");
}

/** The lines of a text, those without words left out: ink has none of them. */
export function inkLines(text: string, variable: (name: string) => string | null): string[] {
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) => inkText(line.trim(), variable).replace(STATEMENT, "\\$&"))
    .filter((line) => line !== "");
}

/** A text on one line, for choices, tags and remarks. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text as a constant in ink. */
export function inkString(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return (
    text
      .replace(/[\\{}|#~[\]]|-(?=>)|<(?=[->])/g, "\\$&")
      // Comments are taken out before anything is read, so what looks like one must not stand there.
      .replace(/(?<=\/)[/*]/g, "\\$&")
  );
}
