import { z } from "zod";
import { jsonValue } from "../../kernel/page.ts";
import { idOf, text } from "../../kernel/validation/fields.ts";
import type { RecordedEvent } from "../../record/event.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { markedEvent } from "../../record/sealed-marks.ts";

/** Id of any recorded subject. */
export const subjectId = text({ min: 3, max: 64, pattern: /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/ });
export const subjectParams = z.object({ project_id: idOf("prj"), subject_id: subjectId });

/** One recorded transition. */
export const Event = z
  .object({
    id: z.string(),
    project_id: z.string(),
    seq: z.int().meta({ description: "Position in the project's record: gapless from 1." }),
    commit_seq: z.int().meta({ description: "Last seq of the same transaction." }),
    v: z.int().meta({ description: "Version of the event's shape." }),
    kind: z.string().meta({ description: "`<resource>.<past-tense verb>`, such as `entity.moved`." }),
    subject_type: z.string(),
    subject_id: z.string(),
    change: z
      .object({ set: z.record(z.string(), jsonValue).optional(), unset: z.array(z.string()).optional() })
      .meta({ description: "Values set and removed, by JSON Pointer; the empty pointer is the whole subject." }),
    data: z.looseObject({}).nullable(),
    actor: z.string().meta({ description: "`key:…`, `user:…`, `player:…` or `system:…`." }),
    request_id: z.string().nullable(),
    causation: z.string().nullable().meta({ description: "Subject whose change caused this one." }),
    recorded_at: z.iso.datetime(),
    resource: z.looseObject({}).nullable().optional().meta({
      description:
        "Only with `include=resource`: the subject as it was after this event, in the shape a read of it has; null when the event deleted it.",
    }),
  })
  .meta({ id: "Event" });

/** `include` of the change feed. */
export const include = z
  .enum(["resource"])
  .optional()
  .meta({ description: "`resource` adds the subject's state after the event, in the shape of a read." });

/** Returns events on the wire. */
export function toEventBodies(resources: ResourceRegistry, events: readonly RecordedEvent[]): z.input<typeof Event>[] {
  return events.map((event) => markedEvent(resources, event));
}
