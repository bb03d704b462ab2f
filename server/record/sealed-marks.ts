import type { Change } from "#domain/change/change.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { RecordedEvent } from "./event.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { Resource } from "./resource.ts";

/** Characters at the end of a sealed value by which two of them are told apart. They say nothing of what is sealed. */
const TELLING = 12;

/** Returns the mark of a sealed value; null stays null. */
export function sealedMark(value: Json | undefined): Json {
  return typeof value === "string" ? { sealed: value.slice(-TELLING) } : null;
}

/** Returns the state of a subject with marks in place of what is sealed. */
export function markedState({ sealed }: Pick<Resource<never>, "sealed">, state: JsonObject): JsonObject {
  if (sealed.length === 0) return state;
  const marked = { ...state };
  for (const field of sealed) if (field in marked) marked[field] = sealedMark(marked[field]);
  return marked;
}

/** Returns an event as the world outside sees it: with marks in place of sealed values. */
export function markedEvent<Told extends RecordedEvent>(resources: ResourceRegistry, event: Told): Told {
  const resource = resources.of(event.subject_type);
  return resource.sealed.length === 0 ? event : { ...event, change: markedChange(resource, event.change) };
}

/** A sealed value is one text, so no pointer goes into it. */
function markedChange(resource: Resource, change: Change): Change {
  if (change.set === undefined) return change;
  const set = Object.entries(change.set).map(([pointer, value]): [string, Json] => {
    if (pointer === "") return [pointer, isJsonObject(value) ? markedState(resource, value) : value];
    return [pointer, resource.sealed.includes(pointer.slice(1)) ? sealedMark(value) : value];
  });
  return { ...change, set: Object.fromEntries(set) };
}
