/** The path of the Markdown that a request for a page of the documentation asks for; null where it asks for the page. */
export function markdownPath(path: string, accept: string | null): string | null {
  if (!/^\/docs(?:$|[./])/.test(path)) return null;
  if (path.endsWith(".md")) return `/markdown${path.slice(0, -".md".length)}`;
  if (path.endsWith(".json")) return null;
  const types = (accept ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";")[0]?.trim());
  const markdown = types.indexOf("text/markdown");
  const html = types.indexOf("text/html");
  return markdown >= 0 && (html < 0 || markdown < html) ? `/markdown${path}` : null;
}
