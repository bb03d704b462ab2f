const TEXT = /"[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\n\r\t]*)*"/.source;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/.source;
const TOKEN = new RegExp(`[ \\t\\n\\r]*(?:(${TEXT})|(${SCALAR})|([{}[\\],:]))`, "y");
const SPACE = /[ \t\n\r]*/y;

/** Tokens that may come next: a value, a name of a field, a colon, or what separates and ends. */
type Expected = "value" | "value or end" | "name" | "name or end" | "colon" | "separator" | "nothing";

/**
 * Finds the offset at which a text stops being JSON, for messages of the engine that do not say it. It is called only
 * for texts that do not parse; the end of the text is returned where something is missing there.
 */
export function jsonMistakeAt(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    const start = at + (SPACE.exec(text)?.[0].length ?? 0);
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return start;
    const next = after(expected, found[1] !== undefined, found[3] ?? null, open);
    if (next === null) return start;
    expected = next;
  }
}

/** Returns the tokens that may follow a token; null where the token is not allowed. */
function after(expected: Expected, isText: boolean, sign: string | null, open: ("{" | "[")[]): Expected | null {
  const done = (): Expected => (open.length === 0 ? "nothing" : "separator");
  const close = (mark: "{" | "["): Expected | null => {
    if (open.at(-1) !== mark) return null;
    open.pop();
    return done();
  };
  switch (expected) {
    case "value":
    case "value or end":
      if (sign === "]" && expected === "value or end") return close("[");
      if (sign === null) return done();
      if (sign !== "{" && sign !== "[") return null;
      open.push(sign);
      return sign === "{" ? "name or end" : "value or end";
    case "name":
    case "name or end":
      if (sign === "}" && expected === "name or end") return close("{");
      return isText ? "colon" : null;
    case "colon":
      return sign === ":" ? "value" : null;
    case "separator":
      if (sign === ",") return open.at(-1) === "{" ? "name" : "value";
      if (sign === "}") return close("{");
      return sign === "]" ? close("[") : null;
    case "nothing":
      return null;
  }
}
