import { z } from "zod";
import { Event } from "./schemas.ts";

/** One kind of event: what it tells, and what such an event looks like. */
export const EventKind = z
  .object({
    kind: z.string().meta({ description: "`<subject type>.<past-tense verb>`, as in an event's `kind`." }),
    subject_type: z.string().meta({ description: "Type of the subject; its schemas are under `subject_types`." }),
    meaning: z.string().meta({ description: "Meaning of the event, in a sentence." }),
    others: z.string().nullable().meta({
      description:
        "Effects on other subjects, with or without events of their own, such as the entities below a moved entity; null for none.",
    }),
    data: z.looseObject({}).nullable().meta({
      description: "JSON Schema of the event's `data` when it is not null; null when events of this kind have none.",
    }),
    example: Event.meta({ description: "An event of this kind." }),
  })
  .meta({ id: "EventKind" });
export type EventKind = z.input<typeof EventKind>;

/** One kind of subject, and how its events show it. */
export const EventSubject = z
  .object({
    subject_type: z.string(),
    id_prefix: z.string().meta({ description: "Prefix of its ids, without the underscore." }),
    object: z.string().nullable().meta({ description: "Name of the schema of `resource` in the OpenAPI description." }),
    change: z.looseObject({}).meta({
      description:
        "JSON Schema of `change`: the stored fields under their JSON Pointers, the whole of them under the empty one.",
    }),
    resource: z.looseObject({}).meta({
      description: "JSON Schema of `resource`, which events have with `include=resource`; null when it was deleted.",
    }),
  })
  .meta({ id: "EventSubject" });
export type EventSubject = z.input<typeof EventSubject>;

/** Every kind of event, and every kind of subject they are about. */
export const EventCatalogue = z.object({
  event_kinds: z.array(EventKind).meta({ description: "All kinds of events, by subject." }),
  subject_types: z.array(EventSubject).meta({ description: "Every kind of subject that events are about." }),
});
export type EventCatalogue = z.input<typeof EventCatalogue>;
