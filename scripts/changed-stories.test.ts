import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NAMED, storiesOf } from "./changed-stories.ts";

describe("the stories of changed files", () => {
  it("are those that see what was changed", () => {
    expect(storiesOf(["domain/runtime/step.ts", "domain/runtime/play.test.ts", "README.md"])).toEqual([
      "e2e/studio/playing.spec.ts",
      "e2e/studio/showing-how.spec.ts",
      "e2e/studio/talk-freely.spec.ts",
      "e2e/studio/the-castle.spec.ts",
    ]);
    expect(storiesOf(["e2e/studio/history.spec.ts", "components/printing.tsx"])).toEqual(["e2e/studio/"]);
    expect(storiesOf(["e2e/studio/history.spec.ts"])).toEqual(["e2e/studio/history.spec.ts"]);
  });

  it("are all of them where anything may be seen, and none where nothing can be", () => {
    expect(storiesOf(["components/ui/button.tsx", "domain/runtime/step.ts"])).toEqual(["e2e/studio/"]);
    expect(storiesOf(["server/record/append.ts"])).toEqual(["e2e/studio/"]);
    expect(storiesOf(["test-size.ts", "server/config.test.ts", "ARCHITECTURE.md"])).toEqual([]);
  });

  it("are named as their files and folders are", () => {
    for (const name of NAMED.stories) expect([name, existsSync(`e2e/studio/${name}.spec.ts`)]).toEqual([name, true]);
    for (const folder of NAMED.folders.filter((each) => each.endsWith("/")))
      expect([folder, existsSync(folder)]).toEqual([folder, true]);
    const all = readdirSync("e2e/studio").flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
    expect(all.filter((name) => !NAMED.stories.has(name))).toEqual([]);
  });
});
