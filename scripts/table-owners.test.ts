import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { findTableViolations, RULE } from "./table-owners.ts";

const tree = mkdtempSync(join(tmpdir(), "fabula-tables-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("a feature that reads another's table is named with its line, its own and the record's tables are not", () => {
  const files = {
    "drizzle/schema/quests.ts": 'export const questVersions = pgTable(\n  "quest_versions",\n  {},\n);',
    "drizzle/schema/people.ts": 'export const users = pgTable("users", {});',
    "drizzle/schema/record.ts": 'export const events = pgTable("events", {});',
    "server/features/journal/quest.ts": 'import { questVersions } from "#drizzle/schema/quests.ts";',
    "server/features/journal/read.ts": "sql`SELECT * FROM quest_versions JOIN events e ON true`;",
    "server/features/people/read.ts": "// FROM quest_versions\nsql`SELECT * FROM users`;",
    "server/features/board/read.ts": 'sql`SELECT *\n  FROM users u\n  JOIN quest_versions q`;\nread("quest_versions");',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  const file = "server/features/board/read.ts";
  expect(findTableViolations(tree)).toEqual([
    { file, line: 2, table: "users", owner: "people" },
    { file, line: 3, table: "quest_versions", owner: "journal" },
    { file, line: 4, table: "quest_versions", owner: "journal" },
  ]);
  expect(RULE.length).toBeGreaterThan(60);
});

test("no feature reads another's table", () => {
  expect(findTableViolations(fileURLToPath(new URL("..", import.meta.url)))).toEqual([]);
});
