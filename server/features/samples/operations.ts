import { createProjectOfSample } from "./operations/create-project-of-sample.ts";
import { listSamples } from "./operations/list-samples.ts";

export const samples = { list: listSamples, createProject: createProjectOfSample };
