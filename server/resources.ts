import { type Areas, areas } from "./operations.ts";
import { plainForm } from "./record/api-form.ts";
import { ResourceRegistry } from "./record/registry.ts";

/** Returns the registry of the resources of these areas. */
export function resourcesOf(of: Areas): ResourceRegistry {
  const subjects = Object.values(of).flatMap(({ resources: own }) => own);
  return new ResourceRegistry(
    subjects.map((subject) => subject.resource),
    subjects.map((subject) => ("show" in subject ? subject : plainForm(subject))),
    Object.values(of).flatMap(({ guards }) => guards),
  );
}

/** Registry of the resources that the record works with. */
export const resources = resourcesOf(areas);
