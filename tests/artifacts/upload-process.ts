// Run by tests as a process of its own that ends itself with SIGKILL: uploads a file to a project of the database that DATABASE_URL names.
// Arguments: the project, the folder of objects, and whether the bytes are stored `half` or `whole` by then.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FolderObjects } from "#server/adapters/objects/folder-objects.ts";
import { ArtifactStore } from "#server/artifacts/artifact-store.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { openDatabase } from "#server/record/database.ts";

const [, , projectId = "", folder = "", stage = "whole"] = process.argv;
const database = openDatabase(process.env.DATABASE_URL ?? "", { reads: 1, writes: 1 });
const objects = new FolderObjects(folder);
const store = new ArtifactStore({
  database,
  clock: systemClock,
  requireRoom: async () => {},
  linkSecret: "",
  objects: {
    open: (key, range) => objects.open(key, range),
    remove: (key) => objects.remove(key),
    put: async (key, bytes) => {
      if (stage === "whole") await objects.put(key, bytes);
      else {
        // A draft, as a write that was interrupted leaves it.
        const draft = join(folder, `${key}.partial`);
        await mkdir(dirname(draft), { recursive: true });
        await writeFile(draft, bytes.subarray(0, bytes.length / 2));
      }
      process.kill(process.pid, "SIGKILL");
    },
  },
});
await store.putBack(projectId, { bytes: Buffer.from("a file"), mediaType: "text/plain" });
