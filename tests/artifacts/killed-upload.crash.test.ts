import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { FolderObjects } from "#server/adapters/objects/folder-objects.ts";
import { IS_FULL } from "#test-size";
import { openWorkbench } from "#tests/record/workbench.ts";
import { endScripts, startScript } from "#tests/support/script-process.ts";

const SCRIPT = fileURLToPath(new URL("./upload-process.ts", import.meta.url));
const FILE = { bytes: Buffer.from("a file"), mediaType: "text/plain" };
const SHA256 = createHash("sha256").update(FILE.bytes).digest("hex");
const HOUR = 60 * 60_000;

afterEach(endScripts);

test.each(IS_FULL ? ["half", "whole"] : ["whole"])(
  "given a process that is killed when the bytes of a file are stored %s, then no file is there, and its bytes are removed",
  async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), "fabula-uploads-"));
    const bench = await openWorkbench({ objects: new FolderObjects(folder) });
    const { artifacts } = bench.services;
    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    try {
      const id = await bench.newProject();
      const killed = startScript(SCRIPT, [id, folder, stage], { DATABASE_URL: bench.url });
      expect(await killed.ended, killed.output()).toBeNull();
      expect(stored()).toHaveLength(1);
      expect(await artifacts.find(id, SHA256)).toBeNull();

      bench.time = Date.now() + 2 * HOUR;
      const kept = await artifacts.keep({ id, workspaceId: bench.caller.workspaceId }, FILE);
      expect(stored()).toHaveLength(2);
      await artifacts.collect(() => {});
      expect(stored().map(({ name }) => name)).toEqual([kept.object.split("/").at(-1)]);
      expect(await bench.database.reads.execute(sql`SELECT 1 FROM artifact_objects`)).toEqual([]);
    } finally {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
