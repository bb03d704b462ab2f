import { type PrintedBook, printedParts, withTitles } from "./printed.ts";
import { xml } from "./render.ts";

/** Style of books on screens and readers. */
export const BOOK_STYLE = `body { font-family: serif; line-height: 1.5; margin: 0 auto; max-width: 38em; padding: 1em; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-align: left; }
h1.act { margin: 4em 0 2em; text-align: center; }
section > h2 { margin: 3em 0 1.5em; }
p { margin: 0; orphans: 2; widows: 2; }
p + p { text-indent: 1.25em; }
blockquote { margin: 1em 2em; }
hr { border: 0; margin: 1.5em 0; text-align: center; }
hr::before { content: "* * *"; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.25em 0.5em; }
`;

/** Writes a book as one HTML page that needs nothing else. */
export async function* writeHtml(printed: PrintedBook): AsyncGenerator<string, undefined, undefined> {
  const book = withTitles(printed);
  const byline = book.author === "" ? "" : `<p class="author">${xml(book.author)}</p>\n`;
  yield `<!DOCTYPE html>
<html lang="${xml(book.language)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${xml(book.title)}</title>
<style>
${BOOK_STYLE}</style>
</head>
<body>
<header>
<h1>${xml(book.title)}</h1>
${byline}</header>
<nav aria-label="Contents">
<ol>
${book.parts.map(({ title }, at) => `<li><a href="#part-${at + 1}">${xml(title)}</a></li>\n`).join("")}</ol>
</nav>
<main>
`;
  let at = 0;
  for await (const { part, texts } of printedParts(book)) {
    at += 1;
    if (part.kind === "act") yield `<h1 class="act" id="part-${at}">${xml(part.title)}</h1>\n`;
    else {
      yield `<section id="part-${at}">\n<h2>${xml(part.title)}</h2>\n`;
      yield* texts;
      yield "</section>\n";
    }
  }
  yield "</main>\n</body>\n</html>\n";
}
