import { type ErrorPage, errorPages } from "./error-pages.ts";

/** The files of `docs/errors`, by name: a page for each code and a list of them. */
export function errorFiles(): Map<string, string> {
  const pages = errorPages();
  return new Map([
    ["README.md", listFile(pages)],
    ...pages.map((page): [string, string] => [`${page.code}.md`, pageFile(page)]),
  ]);
}

function pageFile(page: ErrorPage): string {
  return `# ${page.code}\n\n**${page.status}** ${page.title}\n\n${page.text}\n`;
}

function listFile(pages: readonly ErrorPage[]): string {
  const rows = pages.map((page) => `| ${page.status} | [\`${page.code}\`](${page.code}.md) | ${page.title} |`);
  return `# Error codes\n\nGenerated from the problem catalogue by \`scripts/write-docs.ts\`: change the catalogue, not these files.\n\n| status | code | meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
}
