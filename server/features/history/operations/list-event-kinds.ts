import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { eventCatalogue } from "../event-catalogue.ts";
import { EventCatalogue } from "../event-kind.ts";

export const listEventKinds = read({
  method: "GET",
  path: "/v1/event-kinds",
  scope: "read",
  summary: "List the kinds of events",
  description:
    "Every kind the change feed can have: what it tells, what it brings about in other subjects, the JSON Schemas of its `data`, `change` and `resource`, and an example. It is the same for every project, and grows with versions of the product: skip kinds you do not know.",
  params: z.object({}),
  output: EventCatalogue,
  handle: async ({ services }) => eventCatalogue(services.resources),
});
