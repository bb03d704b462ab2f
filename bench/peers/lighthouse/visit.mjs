import lighthouse, { desktopConfig } from "lighthouse";

const CATEGORIES = ["performance", "accessibility", "best-practices"];

/** What Lighthouse says of a page, in the browser that listens for its debugger at `port`: scores of 100, and audits that failed. */
export async function visit(url, { port, device, extraHeaders }) {
  const flags = { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES, extraHeaders };
  const result = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  const { categories = {}, audits = {} } = result?.lhr ?? {};
  return {
    scores: Object.values(categories).map(({ title, score }) => ({ title, score: Math.round((score ?? 0) * 100) })),
    missed: Object.values(audits)
      .filter(({ scoreDisplayMode, score }) => scoreDisplayMode === "binary" && score === 0)
      .map(({ id, title }) => ({ id, title })),
  };
}
