import { searchForm } from "#domain/search-form.ts";

/** A short name: letters and digits of any script, in the form names are searched by, joined by hyphens. */
export function slug(text: string, length: number): string {
  return searchForm(text)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, length)
    .toWellFormed()
    .replace(/^-+|[-\ufffd]+$/g, "");
}
