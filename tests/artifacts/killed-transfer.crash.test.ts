import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { FolderObjects } from "#server/adapters/objects/folder-objects.ts";
import { importProjectJob } from "#server/features/projects/public.ts";
import { registry } from "#server/operations.ts";
import { IS_FULL } from "#test-size";
import { openWorkbench } from "#tests/record/workbench.ts";
import { endScripts, startScript } from "#tests/support/script-process.ts";
import { contentOf, hashOf } from "./files-model.ts";

const SCRIPT = fileURLToPath(new URL("./transfer-process.ts", import.meta.url));
const PICTURES = [0, 1, 2];
const HOUR = 60 * 60_000;

afterEach(endScripts);

test.each(
  IS_FULL
    ? (["before", "after"] as const).flatMap((stage) => PICTURES.map((n) => [n + 1, stage] as const))
    : [[2, "after"] as const],
)(
  "given an import that is killed at file %i, %s its bytes are stored, then whoever takes it over brings every file in, and none is left over",
  async (at, stage) => {
    const folder = mkdtempSync(join(tmpdir(), "fabula-transfers-"));
    const bench = await openWorkbench({ objects: new FolderObjects(folder) });
    const { artifacts, database } = bench.services;
    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    try {
      const id = await bench.newProject();
      const params = { project_id: id };
      const entity = await bench.ask(registry.entities.create, {
        params,
        body: { external_id: "mara", type: "character", name: "Mara" },
      });
      for (const n of PICTURES) {
        await artifacts.keep(
          { id, workspaceId: bench.caller.workspaceId },
          { bytes: contentOf(n), mediaType: "image/png" },
        );
        await bench.ask(registry.images.create, {
          params,
          body: { entity_id: entity.id, file: hashOf(n), alt_text: "" },
        });
      }
      const { content } = await bench.ask(registry.projects.exportProject, { params });
      const { id: import_id } = await bench.ask(registry.projects.import, { body: { content } });

      const killed = startScript(SCRIPT, [import_id, folder, String(at), stage], { DATABASE_URL: bench.url });
      expect(await killed.ended, killed.output()).toBeNull();
      const unfinished = await bench.ask(registry.projects.getImport, { params: { import_id } });
      expect(unfinished.status).not.toBe("completed");

      await importProjectJob.step(bench.services, { import_id }, new AbortController().signal);
      const made = await bench.ask(registry.projects.getImport, { params: { import_id } });
      expect(made).toMatchObject({ status: "completed" });
      for (const n of PICTURES) {
        const file = await artifacts.find(made.project_id, hashOf(n));
        const chunks: Uint8Array[] = [];
        if (file !== null) for await (const chunk of await artifacts.open(file)) chunks.push(chunk);
        expect(Buffer.concat(chunks).equals(contentOf(n))).toBe(true);
      }
      expect((await bench.replay(made.project_id)).differences).toEqual([]);

      // What the killed attempt stored without telling anybody goes a little later.
      bench.time = Date.now() + 25 * HOUR;
      while (await artifacts.collect(() => {}));
      expect(stored()).toHaveLength(2 * PICTURES.length);
      expect(await database.reads.execute(sql`SELECT 1 FROM artifact_objects`)).toEqual([]);
    } finally {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
