import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The sentence a person reads when the rule fires. */
export const RULE =
  "SQL of a feature may name its own tables and the record's: ask for what lies in another's at that feature's public.ts, so that its tables can change without asking anyone.";

/** A table named in the SQL of a feature that does not own it. */
export interface TableViolation {
  /** Path from the project's root. */
  file: string;
  line: number;
  table: string;
  owner: string;
}

/** Schema files that belong to no feature: every feature stands on the record. */
const SHARED = ["record"];

/**
 * Finds SQL in feature folders that names a table of another feature. A schema file belongs to the feature that imports a
 * table of it, else to one that imports anything of it, else to the feature of its own name.
 */
export function findTableViolations(root: string): TableViolation[] {
  const sources = globSync("server/features/*/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort()
    .map((file) => ({ file, feature: file.split("/")[2] ?? "", text: readFileSync(join(root, file), "utf8") }));
  const owners = new Map<string, string>();
  for (const schema of globSync("drizzle/schema/*.ts", { cwd: root })) {
    const name = schema.slice("drizzle/schema/".length, -".ts".length);
    if (SHARED.includes(name)) continue;
    const text = readFileSync(join(root, schema), "utf8");
    const tables = [...text.matchAll(/export const (\w+) = (?:pg|version)Table\(/g)].map(([, table = ""]) => table);
    const importers = sources.filter((each) => each.text.includes(`"#drizzle/schema/${name}.ts"`));
    const keeper = importers.find((each) => tables.some((table) => each.text.includes(table)));
    const owner = (keeper ?? importers[0])?.feature ?? name;
    for (const [, table = ""] of text.matchAll(/(?:pg|version)Table\(\s*"(\w+)"/g)) {
      owners.set(table, owner);
    }
  }
  return sources.flatMap(({ file, feature, text }) =>
    tablesNamed(text).flatMap(({ table, line }) => {
      const owner = owners.get(table);
      return owner === undefined || owner === feature ? [] : [{ file, line, table, owner }];
    }),
  );
}

/** Names that stand where SQL expects a table, and names of several words that stand alone in quotes. */
function tablesNamed(text: string): { table: string; line: number }[] {
  const found: { table: string; line: number }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
    const inSql = line.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+"?([a-z_]+)/g);
    const quoted = line.matchAll(/["'`]([a-z]+_[a-z_]+)["'`]/g);
    for (const [, table = ""] of [...inSql, ...quoted]) found.push({ table, line: index + 1 });
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const trespasses = findTableViolations(fileURLToPath(new URL("..", import.meta.url)));
  for (const { file, line, table, owner } of trespasses) {
    console.error(`${file}:${line} names ${table}, a table of ${owner}.`);
  }
  if (trespasses.length > 0) {
    console.error(RULE);
    process.exitCode = 1;
  }
}
