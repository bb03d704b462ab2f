import { expect, test } from "vitest";
import { listOperations } from "#server/operations.ts";

test("the formats that menus offer are those of the exports; vitest -u writes them anew", async () => {
  const lines = listOperations().flatMap(({ area, name, operation }) => {
    const { file } = operation;
    return file === null ? [] : [`${JSON.stringify(`${area}.${name}`)}: ${JSON.stringify(file.all)}`];
  });
  await expect(`{\n${lines.toSorted().join(",\n")}\n}\n`).toMatchFileSnapshot("export-formats.json");
});
