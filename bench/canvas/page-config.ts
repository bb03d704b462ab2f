import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How the page that compares is built: the product's own files, by the same tools, with no server behind them. */
export const pageConfig: InlineConfig = {
  root: at("./page"),
  configFile: false,
  logLevel: "error",
  css: { postcss: at("../../") },
  resolve: { alias: { "next/navigation": at("./page/navigation.ts") } },
};
