// Run by a test as a process of its own that ends itself with SIGKILL: imports a project of the database that DATABASE_URL names.
// Arguments: the import, the folder of objects, the number of the file at which it ends, and whether that is `before` or `after` its bytes are stored.
import { FolderObjects } from "#server/adapters/objects/folder-objects.ts";
import { importProjectJob } from "#server/features/projects/public.ts";
import { openWorkbench } from "#tests/record/workbench.ts";

const [, , importId = "", folder = "", at = "1", stage = "after"] = process.argv;
let puts = 0;

class KilledObjects extends FolderObjects {
  override async put(key: string, bytes: Uint8Array): Promise<void> {
    puts += 1;
    const ends = puts === Number(at);
    if (ends && stage === "before") process.kill(process.pid, "SIGKILL");
    await super.put(key, bytes);
    if (ends) process.kill(process.pid, "SIGKILL");
  }
}

const bench = await openWorkbench({ url: process.env.DATABASE_URL ?? "", objects: new KilledObjects(folder) });
await importProjectJob.step(bench.services, { import_id: importId }, new AbortController().signal);
