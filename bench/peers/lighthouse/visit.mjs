import lighthouse, { desktopConfig } from "lighthouse";

const CATEGORIES = ["performance", "accessibility", "best-practices"];

/** Audits a page in the browser whose debugger listens at `port`; returns its scores, of 100, and the audits that it failed. */
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
