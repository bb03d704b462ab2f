// Builds the package of the runtime: one module without imports, its types as one file, and its reference. Without a folder
// it also writes the copies that a server answers at /runtime.js, /runtime.d.ts and /docs/runtime, which are committed.
// `node scripts/build-runtime.ts [folder]`
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { bundleDeclarations } from "./bundle-declarations.ts";
import { runtimeReference } from "./runtime-reference.ts";

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
    // Blanks are left in modules of libraries unless this says otherwise: they were an eighth of what is sent.
    rolldownOptions: { output: { minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } } } },
    outDir: folder,
    emptyOutDir: true,
  },
});
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
const bundle = bundleDeclarations(join(types, "packages/runtime/src/index.d.ts"), (path) => readFileSync(path, "utf8"));
writeFileSync(join(folder, "index.d.ts"), bundle.text);
writeFileSync(join(folder, "reference.md"), runtimeReference(bundle));
rmSync(settings);
rmSync(types, { recursive: true });
if (elsewhere === undefined) {
  copyFileSync(join(folder, "index.js"), join(root, "packages/runtime/runtime.js"));
  copyFileSync(join(folder, "index.d.ts"), join(root, "packages/runtime/runtime.d.ts"));
  copyFileSync(join(folder, "reference.md"), join(root, "docs/runtime/reference.md"));
}
