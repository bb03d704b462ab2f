import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { eventCatalogue } from "../event-catalogue.ts";
import { EventCatalogue } from "../event-kind.ts";

export const listEventKinds = read({
  method: "GET",
  path: "/v1/event-kinds",
  scope: "read",
  forGuests: true,
  forEveryone: true,
  summary: "List the kinds of events",
  description:
    "All kinds of events in the change feed: meaning, effects on other subjects, JSON Schemas of `data`, `change` and `resource`, and an example. The list is the same for every project. New versions add kinds: skip unknown ones.",
  params: z.object({}),
  output: EventCatalogue,
  handle: async ({ services }) => eventCatalogue(services.resources),
});
