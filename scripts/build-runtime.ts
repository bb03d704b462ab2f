// Builds the package of the runtime: modules without imports, one that plays and one for games that are played offline, the types of
// each as one file, and their reference. Without a folder it also writes the copies that a server answers at /runtime.js, /offline.js,
// their types and /docs/runtime, which are committed.
// `node scripts/build-runtime.ts [folder]`
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { bundleDeclarations, type DeclarationBundle } from "./bundle-declarations.ts";
import { RUNTIME_LEADS, runtimeReference } from "./runtime-reference.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Modules of the package, and the names of their copies. */
const MODULES = [
  { name: "index", copy: "runtime", reference: "reference.md" },
  { name: "offline", copy: "offline", reference: "offline-reference.md" },
] as const;
const sources = MODULES.map(({ name }) => join(root, `packages/runtime/src/${name}.ts`));
const elsewhere = process.argv[2];
const folder = elsewhere ?? join(root, "packages/runtime/dist");

for (const [at, { name }] of MODULES.entries()) await buildModule(sources[at] ?? "", name, at === 0);

/** Bundles a module; the first one empties the folder. */
async function buildModule(entry: string, name: string, emptyOutDir: boolean): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      target: "es2022",
      minify: true,
      lib: { entry, formats: ["es"], fileName: () => `${name}.js` },
      // Blanks are left in modules of libraries unless this says otherwise: they were an eighth of what is sent.
      rolldownOptions: { output: { minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } } } },
      outDir: folder,
      emptyOutDir,
    },
  });
}

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
    include: sources,
  }),
);
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", settings], {
  stdio: "inherit",
});
const declared = MODULES.map(({ name }) => join(types, `packages/runtime/src/${name}.d.ts`));
const read = (path: string) => readFileSync(path, "utf8");
const bundles = declared.map((path) => bundleDeclarations([path], read));
for (const [at, { name, reference }] of MODULES.entries()) {
  const bundle = bundles[at] as DeclarationBundle;
  writeFileSync(join(folder, `${name}.d.ts`), bundle.text);
  const before = at === 0 ? null : (bundles[0] ?? null);
  writeFileSync(join(folder, reference), runtimeReference(bundle, RUNTIME_LEADS[name], before));
}
rmSync(settings);
rmSync(types, { recursive: true });
if (elsewhere === undefined) {
  for (const { name, copy, reference } of MODULES) {
    copyFileSync(join(folder, reference), join(root, "docs/runtime", reference));
    for (const end of ["js", "d.ts"]) {
      copyFileSync(join(folder, `${name}.${end}`), join(root, `packages/runtime/${copy}.${end}`));
    }
  }
}
