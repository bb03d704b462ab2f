import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const FONTS = ["instrument-sans", "literata", "geist-mono"] as const;

/** Build settings of the compared page: the product's own files, by the same tools, without a server. */
export const pageConfig: InlineConfig = {
  root: at("./page"),
  configFile: false,
  logLevel: "error",
  css: { postcss: at("../../") },
  resolve: { alias: { "next/navigation": at("./page/navigation.ts") } },
};

/** Builds the page into a folder. */
export async function buildPage(folder: string, options: { minify: boolean } = { minify: true }): Promise<void> {
  await build({
    ...pageConfig,
    build: { outDir: folder, emptyOutDir: true, target: "es2024", minify: options.minify },
  });
  // The style sheet names its fonts beside itself, and Tailwind, which reads it, leaves such names alone.
  for (const font of FONTS) {
    cpSync(at(`../../node_modules/@fontsource-variable/${font}/files`), `${folder}/assets/files`, { recursive: true });
  }
}
