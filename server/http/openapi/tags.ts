import { TAGS } from "../../operation/tags.ts";
import { areas } from "../../operations.ts";

/** A group of operations in the reference. */
interface Tag {
  name: string;
  description: string;
}

/** Returns the tag of an area's operations; an area without one is a tag of its own. */
export function tagOf(area: string): string {
  return (areas as Readonly<Record<string, { tag: string | null }>>)[area]?.tag ?? area;
}

/** The tags in use, in their order. */
export function describeTags(areas: Iterable<string>): Tag[] {
  const used = new Set([...areas].map(tagOf)).add("graphql").add("health");
  const known = Object.entries(TAGS).filter(([name]) => used.has(name));
  const own = [...used]
    .filter((name) => !Object.hasOwn(TAGS, name))
    .map((name) => [name, `Operations on ${name}.`] as const);
  return [...known, ...own].map(([name, description]) => ({ name, description }));
}
