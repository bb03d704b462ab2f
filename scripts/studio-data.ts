// What the studio knows of the areas' declarations without loading the server's code: node scripts/studio-data.ts writes it anew.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Json } from "#domain/json.ts";
import { formSchema, resourceScreen } from "#server/operation/resource-screen.ts";
import { type Areas, areas } from "#server/operations.ts";

/** Folder of the data of screens. */
export const SCREENS = "components/frame/resource/data";

/** The files and their content, by path from the project's root: rules of forms, formats of exports, words for subjects, screens. */
export function studioFiles(of: Areas = areas): Record<string, string> {
  const listed = Object.entries(of);
  const forms = listed.flatMap(([area, { forms: fed, operations }]) =>
    fed.map((name): Entry => [`${area}.${name}`, formSchema(operations[name]?.body, ["default"])]),
  );
  const formats = listed.flatMap(([area, { operations }]) =>
    Object.entries(operations).flatMap(([name, { file }]): Entry[] =>
      file === null ? [] : [[`${area}.${name}`, { ...file.all } as never]],
    ),
  );
  const words = listed.flatMap(([, { resources, words: own }]) =>
    resources.map(({ resource: { type } }): Entry => {
      const one = type.replaceAll("_", " ");
      return [type, [...(own[type] ?? [one, `${one}s`])]];
    }),
  );
  const screens = listed.flatMap(([name, area]) => resourceScreen(name, area) ?? []);
  return {
    "components/frame/api/form-schemas.json": asLines(forms),
    "components/frame/api/export-formats.json": asLines(formats),
    "components/frame/project/subject-words.json": asLines(words, false),
    ...Object.fromEntries(
      screens.map((data) => [`${SCREENS}/${data.area}.json`, asLines(Object.entries(data), false)]),
    ),
  };
}

type Entry = [name: string, value: Json];

/** An object as JSON, a name a line. */
function asLines(entries: readonly Entry[], isSorted = true): string {
  const ordered = isSorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries;
  return `{\n${ordered.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n")}\n}\n`;
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const files = studioFiles();
  for (const path of globSync(`${SCREENS}/*.json`, { cwd: root })) if (!(path in files)) rmSync(join(root, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
