// Loaded before a server's own modules, so that a start spends less on loading them: 2.3 processor seconds in all for 3.8.
import { enableCompileCache, registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
enableCompileCache(join(root, ".tmp", "compiled"));

// Node parses a package's whole `exports` for every import of it: 179 kB of drizzle-orm's, for hundreds of modules. Packages, and
// `#` paths, mean the same to all modules of the project, so each is resolved once.
const resolved = new Map();
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context;
    const isOwn = parentURL !== undefined && !parentURL.includes("/node_modules/") && conditions.includes("import");
    if (!isOwn || /^([./]|\w+:)/.test(specifier)) return next(specifier, context);
    const known = resolved.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    resolved.set(specifier, known);
    return known;
  },
});
