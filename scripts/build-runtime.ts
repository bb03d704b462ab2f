// Builds the package of the runtime: one module without imports, and its types. Without a folder it also writes the copy
// that a server answers at /runtime.js, which is committed. `node scripts/build-runtime.ts [folder]`
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/runtime/src/index.ts");
const elsewhere = process.argv[2];
const folder = elsewhere ?? join(root, "packages/runtime/dist");

await build({
  configFile: false,
  root,
  logLevel: "error",
  build: {
    target: "es2022",
    minify: true,
    lib: { entry: source, formats: ["es"], fileName: () => "index.js" },
    outDir: folder,
    emptyOutDir: true,
  },
});
if (elsewhere === undefined) copyFileSync(join(folder, "index.js"), join(root, "packages/runtime/runtime.js"));
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
