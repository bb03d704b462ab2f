/** Characters that the manuals' tables of entities give, as far as the tests write them. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  mdash: "—",
  copy: "©",
  lt: "<",
  gt: ">",
  "#8217": "’",
  eacute: "é",
};

/** Signs around words that are shown as they stand, for the time in which the others are read. */
export const VERBATIM = { open: "\ue022", close: "\ue023" } as const;

/** Reads what stands outside of words that are shown as they stand. */
function outside(text: string, read: (words: string) => string): string {
  return text
    .split(/(\ue022[^\ue023]*\ue023)/)
    .map((part, at) => (at % 2 === 1 ? part : read(part)))
    .join("")
    .replace(/[\ue022\ue023]/g, "");
}

const quoted = (words: string) => `${VERBATIM.open}${words}${VERBATIM.close}`;

function withEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => {
    const char = ENTITIES[name];
    return char === undefined ? all : quoted(char);
  });
}

function withoutTags(text: string): string {
  return text.replace(/<br>/g, "\n").replace(/<\/?[a-z][^<>]*>/g, "");
}

/** A page of SugarCube without the signs that its manual lists under “Markup”. */
function sugarSeen(out: string): string {
  const kept = out
    .replace(/\{\{\{([\s\S]*?)\}\}\}|"""([\s\S]*?)"""|<nowiki>([\s\S]*?)<\/nowiki>/g, (_, a = "", b = "", c = "") =>
      quoted(a + b + c),
    )
    .replace(/\\\n/g, "");
  return outside(kept, (words) =>
    outside(withEntities(words), (rest) =>
      withoutTags(
        rest
          .replace(/^-{4,}$/gm, "")
          .replace(/^(?:!{1,6}|[*#]+|>+)/gm, "")
          .replace(/@@(?:[a-z-]+:[^;\n]*;|[.#][a-z-]+;)?/g, "")
          .replace(/''|\/\/|__|==|~~|\^\^/g, "")
          .replace(/--/g, "—"),
      ),
    ),
  );
}

/** A page of Harlowe without the signs that its manual lists under “Markup”; its braces and verbatim marks are read already. */
function harloweSeen(out: string): string {
  return outside(out.replace(/\\\n/g, ""), (words) =>
    outside(withEntities(words), (rest) =>
      withoutTags(
        rest
          .replace(/^[ \t]*(?:-{3,}|==+>|<=+|=+><=+|<==+>)[ \t]*$/gm, "")
          .replace(/^[ \t]*(?:#{1,6}[ \t]*|\*+[ \t]+|(?:0\.)+[ \t]+)/gm, "")
          .replace(/''|\/\/|\*\*|~~|\^\^/g, "")
          .replace(/\*(?=\S)([^*\n]*)\*/g, "$1"),
      ),
    ),
  );
}

/** A page as its reader sees it. */
export function seen(out: string, format: "SugarCube" | "Harlowe"): string {
  return format === "Harlowe" ? harloweSeen(out) : sugarSeen(out);
}

/** A page of Markdown as its reader sees it; `isSmart` prints quotes and dashes as books do. */
export function markdownSeen(out: string, isSmart: boolean): string {
  const kept = out
    .replace(/`([^`\n]+)`/g, (_, code: string) => quoted(code))
    .replace(/\\([*_#])/g, (_, sign: string) => quoted(sign));
  return outside(kept, (words) =>
    outside(withEntities(words), (rest) => {
      const plain = withoutTags(
        rest
          .replace(/^(?:\*\*\*|- - -)$/gm, "")
          .replace(/^(?:#{1,6} |[-*+] |\d+\. |> )+/gm, "")
          .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
          .replace(/(?<!\[)\[([^[\]]*)\]\([^)]*\)/g, "$1")
          .replace(/\*\*|~~/g, "")
          .replace(/\*(?=\S)([^*\n]*)\*/g, "$1")
          .replace(/(?<!\w)_(?=\S)([^_\n]*)_(?!\w)/g, "$1"),
      );
      if (!isSmart) return plain;
      return plain
        .replace(/---/g, "—")
        .replace(/--/g, "–")
        .replace(/\.\.\./g, "…")
        .replace(/(^|[\s(])'/gm, "$1‘")
        .replace(/'/g, "’")
        .replace(/(^|[\s(])"/gm, "$1“")
        .replace(/"/g, "”");
    }),
  );
}
