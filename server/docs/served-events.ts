import { eventCatalogue } from "../features/history/event-catalogue.ts";
import { instance } from "../instance.ts";
import { prettyJson } from "./pretty-json.ts";

/** A kind of event as its page shows it. */
export interface ShownEventKind {
  kind: string;
  meaning: string;
  others: string | null;
  /** Name of what such an event carries with `include=resource`; null where it has none. */
  object: string | null;
  /** An event, as JSON. */
  example: string;
}

/** Every kind of event that this process writes. */
export async function servedEvents(): Promise<ShownEventKind[]> {
  return shownEvents((await instance()).services.resources);
}

/** Every kind of event of some resources, as pages show it. */
export function shownEvents(resources: Parameters<typeof eventCatalogue>[0]): ShownEventKind[] {
  const { event_kinds, subject_types } = eventCatalogue(resources);
  const objects = new Map(subject_types.map(({ subject_type, object }) => [subject_type, object]));
  return event_kinds.map(({ kind, subject_type, meaning, others, example }) => ({
    kind,
    meaning,
    others,
    object: objects.get(subject_type) ?? null,
    example: prettyJson(example),
  }));
}
