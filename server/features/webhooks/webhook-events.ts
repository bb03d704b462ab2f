import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { Event, eventCatalogue } from "../history/public.ts";

/** Type of delivery, with its meaning, its schema and an example. */
export interface WebhookEvent {
  /** The `type` of its body, and what a webhook's `events` name; `commit` is for those that are told of whole commits. */
  readonly type: string;
  readonly subject_type: string | null;
  readonly meaning: string;
  /** JSON Schema of the body. */
  readonly schema: JsonObject;
  readonly example: JsonObject;
}

const delivered = Event.omit({ resource: true })
  .partial({ change: true, data: true })
  .extend({
    url: z
      .string()
      .optional()
      .meta({ description: "Where to read it whole, when it is too large to be sent with `change`." }),
  });

/** An event in a delivery: one that is too large to be sent whole has no `change` and `data`, but a URL to read it at. */
export const DeliveredEvent = delivered.meta({
  id: "DeliveredEvent",
  description: "An event in a delivery of a webhook.",
});

const made = new WeakMap<ResourceRegistry, readonly WebhookEvent[]>();

/** Returns every type of delivery, from the catalogue of event kinds. The list is made once for a registry. */
export function webhookEvents(resources: ResourceRegistry): readonly WebhookEvent[] {
  const known = made.get(resources);
  if (known !== undefined) return known;
  const { event_kinds, subject_types } = eventCatalogue(resources);
  const changes = new Map(subject_types.map(({ subject_type, change }) => [subject_type, change as JsonObject]));
  const { properties, required } = JSON.parse(
    JSON.stringify(z.toJSONSchema(delivered, { io: "output", unrepresentable: "any" })),
  ) as { properties: JsonObject; required: string[] };
  const all = event_kinds.map(({ kind, subject_type, meaning, data, example }): WebhookEvent => {
    const told = {
      type: "object",
      properties: {
        ...properties,
        kind: { const: kind },
        subject_type: { const: subject_type },
        change: changes.get(subject_type) ?? {},
        data: data === null ? { type: "null" } : { anyOf: [data as JsonObject, { type: "null" }] },
      },
      required,
    } as JsonObject;
    return {
      type: kind,
      subject_type,
      meaning,
      schema: bodySchema(kind, told),
      example: { type: kind, timestamp: example.recorded_at, data: example } as JsonObject,
    };
  });
  const first = event_kinds[0]?.example;
  const whole = [...all, commitType(first as JsonObject)];
  made.set(resources, whole);
  return whole;
}

function bodySchema(type: string, data: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      type: { const: type },
      timestamp: { type: "string", format: "date-time", description: "Time of the event." },
      data,
      test: { const: true, description: "Only in requested test deliveries." },
    },
    required: ["type", "timestamp", "data"],
  };
}

function commitType(event: JsonObject): WebhookEvent {
  const data: JsonObject = {
    project_id: event.project_id ?? "",
    commit_seq: event.commit_seq ?? 0,
    seq: event.seq ?? 0,
    event_count: 1,
    url: `https://example.com/v1/projects/${String(event.project_id)}/events?after_seq=${Number(event.seq) - 1}&limit=500`,
    events: [event],
  };
  return {
    type: "commit",
    subject_type: null,
    meaning: "All events of one commit, for webhooks that deliver `commit`.",
    schema: bodySchema("commit", {
      type: "object",
      properties: {
        project_id: { type: "string" },
        commit_seq: { type: "integer" },
        seq: { type: "integer" },
        event_count: { type: "integer", description: "Number of its events that match the webhook." },
        url: { type: "string", description: "Where to read them." },
        events: {
          type: "array",
          items: { type: "object" },
          description: "The events; absent when they are too large to be sent.",
        },
      },
      required: ["project_id", "commit_seq", "seq", "event_count", "url"],
    }),
    example: { type: "commit", timestamp: event.recorded_at ?? "", data },
  };
}
