import { area } from "../../operation/area.ts";
import { createProjectOfSample } from "./operations/create-project-of-sample.ts";
import { listSamples } from "./operations/list-samples.ts";

export const samples = area({
  operations: { list: listSamples, createProject: createProjectOfSample },
});
