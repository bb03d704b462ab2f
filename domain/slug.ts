import { searchForm } from "./search-form.ts";

/** A short name: letters and digits of any script, in the form names are searched by, joined by hyphens. */
export function slug(text: string, length: number): string {
  return searchForm(text)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, length)
    .toWellFormed()
    .replace(/^-+|[-\ufffd]+$/g, "");
}

/** Leaves room for a number behind it. */
const KEY_LENGTH = 80;

/** The id that a character, a place or a thing gets by its name, before a number where it is taken: `old-mara`. */
export function slugOfName(name: string, type: string): string {
  return slug(name, KEY_LENGTH) || slug(type, KEY_LENGTH) || "entity";
}
