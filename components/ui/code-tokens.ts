/** A run of code and what it is; `plain` needs no colour. */
export interface CodeToken {
  kind: "plain" | "name" | "text" | "value" | "quiet";
  text: string;
}

const JSON_TOKEN =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<value>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b)|(?<quiet>[{}[\],:]+)/g;
const SHELL_TOKEN =
  /(?<quiet>(?:^|\s)#.*$)|(?<value>\$\{?\w+\}?)|(?<name>\b(?:curl|jq|npm|node|export)\b|(?<=\s)-{1,2}[A-Za-z][\w-]*)/gm;
const HTTP_TOKEN = /(?<name>^[A-Za-z-]+(?=:\s))|(?<value>^(?:GET|POST|PATCH|DELETE|HTTP\/1\.1 \d+)\b)/gm;

const BY_LANGUAGE: Record<string, RegExp> = { json: JSON_TOKEN, sh: SHELL_TOKEN, bash: SHELL_TOKEN, http: HTTP_TOKEN };

/** Splits code into runs to colour. Joined, the runs are the code again; an unknown language is one plain run. */
export function codeTokens(language: string, code: string): CodeToken[] {
  const pattern = BY_LANGUAGE[language];
  if (pattern === undefined) return [{ kind: "plain", text: code }];
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: "plain", text: code.slice(end, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["plain"];
    tokens.push({ kind: kind as CodeToken["kind"], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: "plain", text: code.slice(end) });
  return tokens;
}

/** Classes of the runs, as short as they can be: a page of the reference has thousands. Their colours are in `reference.css`. */
const CLASSES = { name: "n", text: "t", value: "v", quiet: "q" } as const;

/**
 * Code as HTML with its runs marked. Text and not elements, because a page is sent twice, as HTML and as data for the browser,
 * and an element takes three times its text in the latter. JSON is quiet but for what stands in it.
 */
export function codeHtml(language: string, code: string): string {
  const unmarked = language === "json" ? "quiet" : "plain";
  return codeTokens(language, code)
    .map(({ kind, text }) => {
      const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      return kind === "plain" || kind === unmarked ? safe : `<span class="${CLASSES[kind]}">${safe}</span>`;
    })
    .join("");
}
