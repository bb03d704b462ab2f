import { area } from "../../operation/area.ts";
import { importWorldJob } from "./import-job.ts";
import { importWorld } from "./operations/import-world.ts";

export const world = area({
  tag: "projects",
  jobs: [importWorldJob],
  operations: { import: importWorld },
});
