import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";

/** Addresses that a book may lead to: those of its own files are not known to who writes it. */
const OUTSIDE = /^(?:https?:\/\/[^\s/]|mailto:)/i;
/** Levels by which headings of passages stand under those of chapters. */
const UNDER = 2;

const markdown = new MarkdownIt("default", { html: false, xhtmlOut: true }).disable("image");
markdown.validateLink = (address) => OUTSIDE.test(address);
markdown.core.ruler.push("under_chapters", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + UNDER)}`;
  }
});

const [table] = markdown.block.ruler.getRules("");
if (table === undefined) throw new Error("there is no rule for tables");
// A row gets the cells that it lacks: 20,000 characters made 700,000 of them, which took seconds. Tables have no more cells than their text
// has characters, as all that are written out have; rows beyond that are text.
markdown.block.ruler.at(
  "table",
  (state, start, end, silent) => {
    if (!table(state, start, end, true)) return false;
    if (silent) return true;
    const env = state.env as { cells?: number };
    const { cells = 0 } = env;
    const columns = state.src.slice(state.bMarks[start + 1], state.eMarks[start + 1]).split("|").length;
    const most = start + 2 + Math.max(0, Math.floor((state.src.length - cells) / columns));
    const made = table(state, start, Math.min(end, most), false);
    env.cells = cells + (state.line - start) * columns;
    return made;
  },
  { alt: ["paragraph", "reference"] },
);

/** Markdown as XHTML, of elements that HTML and EPUB share. Markup of its own is shown as text, pictures are left as words. */
export function xhtmlOf(text: string): string {
  // A character reference can name what XML has no place for.
  return clean(markdown.render(clean(text)));
}

/** Markdown as the tokens of its blocks. */
export function tokensOf(text: string): Token[] {
  return markdown.parse(clean(text), {});
}

/** Characters that XML 1.0 has no place for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text without what XML 1.0 cannot hold. */
export function clean(text: string): string {
  return text.toWellFormed().replace(NO_XML, "");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as content or a value of XML. */
export function xml(text: string): string {
  return clean(text).replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
