// Builds the package of the runtime: one module without imports, and its types. `node scripts/build-runtime.ts [folder]`
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { runtimeBundle } from "#server/http/runtime-module.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/runtime/src/index.ts");
const folder = process.argv[2] ?? join(root, "packages/runtime/dist");

const config = runtimeBundle(root);
await build({ ...config, build: { ...config.build, outDir: folder, emptyOutDir: true } });
const types = join(folder, "types");
const settings = join(folder, "tsconfig.json");
writeFileSync(
  settings,
  JSON.stringify({
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      incremental: false,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: types,
      plugins: [],
    },
    include: [source],
  }),
);
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", settings], {
  stdio: "inherit",
});
rmSync(settings);
