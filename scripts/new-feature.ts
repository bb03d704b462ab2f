import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ID_PREFIXES } from "#server/kernel/ids.ts";
import { type FeatureNames, featureNames } from "./new-feature/names.ts";
import { screenEntry, screenFiles, screenFolder } from "./new-feature/screen-templates.ts";
import { featureFiles } from "./new-feature/templates.ts";

/**
 * `npm run new-feature -- lore-entry [--plural lore-entries] [--prefix lore]`: writes the folder of a recorded resource
 * with its operations, states, generator and tests, its table and a migration, enters it in the two lists, and writes its screen and page. What it
 * writes passes every check.
 */
function main(root: string): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { plural: { type: "string" }, prefix: { type: "string" } },
  });
  const [name] = positionals;
  if (name === undefined) throw new Error("Give the feature a singular name: npm run new-feature -- lore-entry");
  const names = featureNames(name, { ...values, taken: Object.values(ID_PREFIXES) });
  if (existsSync(join(root, `server/features/${names.kebabPlural}`))) {
    throw new Error(`server/features/${names.kebabPlural} is there already.`);
  }
  for (const [path, content] of Object.entries(filesOf(names))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    console.log(`wrote    ${path}`);
  }
  enter(root, names);
  enterScreen(root, names);
  execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", "--name", names.snakePlural], {
    cwd: root,
    stdio: "ignore",
  });
  console.log("wrote    drizzle/migrations");
  tidy(root, names);
  console.log(
    `\nNext: give ${names.camel}Fields its fields, read server/features/README.md, "Adding a feature", then run "node scripts/studio-data.ts" and "npm run record-examples".`,
  );
}

const filesOf = (names: FeatureNames): Record<string, string> => ({ ...featureFiles(names), ...screenFiles(names) });

/** Brings what was written and edited into the project's own format. */
function tidy(root: string, names: FeatureNames): void {
  const files = [
    ...Object.keys(filesOf(names)),
    "server/operations.ts",
    "drizzle/tables.ts",
    ...Object.values(SCREEN_LISTS),
  ];
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--vcs-enabled=false", ...files];
  execFileSync(process.execPath, biome, { cwd: root, stdio: "ignore" });
}

/** Adds the feature to the areas, the tables and the prefixes. */
function enter(root: string, n: FeatureNames): void {
  const feature = `./features/${n.kebabPlural}`;
  edit(root, "server/operations.ts", (text) =>
    insert(text, `import { ${n.camelPlural} } from "${feature}/area.ts";`, "import ").replace(
      /(export const areas = \{[\s\S]*?)\n\};/,
      `$1\n  ${n.camelPlural},\n};`,
    ),
  );
  edit(root, "drizzle/tables.ts", (text) =>
    insert(text, `import * as ${n.camelPlural} from "./schema/${n.kebabPlural}.ts";`, "import \\* as ").replace(
      /(const MODULES = \[[\s\S]*?)\n\] as const;/,
      `$1\n  ${n.camelPlural},\n] as const;`,
    ),
  );
  edit(root, "server/kernel/ids.ts", (text) =>
    text.replace(/\n\} as const;/, `\n  ${n.snake}: "${n.prefix}",\n} as const;`),
  );
}

/** Files that list screens: the map of the studio, screens for stories, screens for tests of their states, stories of a folder. */
const SCREEN_LISTS = {
  map: "components/frame/areas/areas.ts",
  screens: "e2e/screens.ts",
  states: "components/screens/states.test.tsx",
  stories: "scripts/changed-stories.ts",
} as const;

/** Gives the screen a tab and a command, an entry among the screens that are looked at, and its stories. */
function enterScreen(root: string, n: FeatureNames): void {
  const title = n.wordsPlural.charAt(0).toUpperCase() + n.wordsPlural.slice(1);
  edit(root, SCREEN_LISTS.map, (text) =>
    text.replace(
      / *\{ id: "variables",.*\n/,
      (line) => `${line}{ id: "${n.kebabPlural}", path: "${n.kebabPlural}", title: "${title}", words: "list" },\n`,
    ),
  );
  edit(root, SCREEN_LISTS.screens, (text) =>
    text.replace(/ {2}\{\n {4}name: "deleted",/, (next) => `${screenEntry(n)}${next}`),
  );
  edit(root, SCREEN_LISTS.states, (text) => {
    const path = `./${n.kebabPlural}/${n.kebabPlural}-screen.tsx`;
    const key = n.kebabPlural.includes("-") ? `"${n.kebabPlural}"` : n.kebabPlural;
    const imports = [...text.matchAll(/^import .* from "(\.\/[^"]+)";$/gm)];
    const next = imports.find(([, other = ""]) => other > path)?.[0] ?? "/** A screen with";
    return text
      .replace(next, `import { ${n.pascalPlural}Screen } from "${path}";\n${next}`)
      .replace(/ {2}deleted: \{/, (entry) => `  ${key}: { screen: <${n.pascalPlural}Screen /> },\n${entry}`);
  });
  edit(root, SCREEN_LISTS.stories, (text) =>
    text.replace(/ {2}"domain\/export\/"/, (next) => `  "${screenFolder(n)}/": ["screens"],\n${next}`),
  );
}

/** Puts a line before the first one that starts with `before`. */
function insert(text: string, line: string, before: string): string {
  const at = text.search(new RegExp(`^${before}`, "m"));
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

function edit(root: string, path: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, path), "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${path} does not look as expected: nothing was entered in it.`);
  writeFileSync(join(root, path), changed);
  console.log(`entered  ${path}`);
}

try {
  main(process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
