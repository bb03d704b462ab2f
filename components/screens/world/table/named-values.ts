import { isJsonObject, type Json } from "#domain/json.ts";

/** Whether a text is an id of an entity, as the project makes them. */
export const isEntityId = (text: string): boolean => /^ent_[0-9a-z]{26}$/.test(text);

/** Words of a game's own ids: in lower case, held together by signs. */
const OWN_ID = /^[\p{Ll}\p{N}]+(?:[-_:./][\p{Ll}\p{N}]+)+$/u;
const LONGEST = 120;

/** Whether a text may name an entity by an id: prose and plain words never do. */
export function mayNameEntity(text: string): boolean {
  return text.length <= LONGEST && (isEntityId(text) || OWN_ID.test(text));
}

/** Returns the texts among values that may name entities, however deep they lie. */
export function namedIn(value: unknown): string[] {
  if (typeof value === "string") return mayNameEntity(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(namedIn);
  return isJsonObject(value as Json) ? Object.values(value as object).flatMap(namedIn) : [];
}
