import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCREENS, studioFiles } from "./studio-data.ts";

test("what the studio knows of declarations is what is declared; node scripts/studio-data.ts writes it anew", () => {
  const files = studioFiles();
  for (const [path, text] of Object.entries(files)) expect(readFileSync(path, "utf8"), path).toBe(text);
  expect(globSync(`${SCREENS}/*.json`).toSorted()).toEqual(
    Object.keys(files)
      .filter((path) => path.startsWith(SCREENS))
      .toSorted(),
  );
});
