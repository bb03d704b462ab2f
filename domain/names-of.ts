import type { Json, JsonObject } from "./json.ts";
import { searchForm } from "./search-form.ts";

/** Returns the names of an entity: its name, and its property `aliases`, or `alias`. */
export function namesOf({ name, properties }: { readonly name: string; readonly properties: JsonObject }): string[] {
  const listed = [properties.aliases, properties.alias].flatMap((value: Json | undefined) => value ?? []);
  return [name, ...listed.filter((each): each is string => typeof each === "string" && searchForm(each) !== "")];
}
