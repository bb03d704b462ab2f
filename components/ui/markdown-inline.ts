/** A run of text inside a block. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; content: Inline[] }
  | { kind: "link"; href: string; content: Inline[] };

const CONSTRUCT =
  /(?<code>`+)(?<codeText>.+?)\k<code>(?!`)|\*\*(?<strong>\S(?:.*?\S)?)\*\*|(?<![\w*])\*(?<emphasis>[^\s*](?:[^*]*?[^\s*])?)\*(?![\w*])|\[(?<label>[^\]]+)\]\((?<href>[^\s)]+)\)/s;

/** Reads the runs of one paragraph, heading, cell or list item. */
export function parseInline(source: string): Inline[] {
  const runs: Inline[] = [];
  let rest = source;
  for (let match = CONSTRUCT.exec(rest); match !== null; match = CONSTRUCT.exec(rest)) {
    if (match.index > 0) runs.push({ kind: "text", text: rest.slice(0, match.index) });
    runs.push(toRun(match[0], match.groups ?? {}));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== "") runs.push({ kind: "text", text: rest });
  return runs;
}

function toRun(whole: string, groups: Record<string, string | undefined>): Inline {
  const { codeText, strong, emphasis, label, href } = groups;
  if (codeText !== undefined) {
    return { kind: "code", text: codeText.length > 2 ? codeText.replace(/^ (.*) $/s, "$1") : codeText };
  }
  if (strong !== undefined) return { kind: "strong", content: parseInline(strong) };
  if (emphasis !== undefined) return { kind: "emphasis", content: parseInline(emphasis) };
  // A description may quote what others wrote: an address that could run a script stays text.
  if (label !== undefined && href !== undefined && /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/.test(href)) {
    return { kind: "link", href, content: parseInline(label) };
  }
  return { kind: "text", text: whole };
}

/** Returns the text of runs without their marks. */
export function plainText(runs: readonly Inline[]): string {
  return runs.map((run) => ("content" in run ? plainText(run.content) : run.text)).join("");
}
