import { EVENT_EXAMPLES } from "./event-examples.ts";
import { areas } from "./operations.ts";
import { plainForm } from "./record/api-form.ts";
import { ResourceRegistry } from "./record/registry.ts";

const subjects = Object.values(areas).flatMap(({ resources }) => resources);

/** Registry of the resources that the record works with. */
export const resources = new ResourceRegistry(
  subjects.map((subject) => subject.resource),
  subjects.map((subject) => ("show" in subject ? subject : plainForm(subject))),
  EVENT_EXAMPLES,
);
