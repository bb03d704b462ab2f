/** Returns the names that somebody has beside the first: the property `aliases` is a list, or a text with commas. */
export function aliasesOf(aliases: unknown): readonly string[] {
  const names = typeof aliases === "string" ? aliases.split(",") : Array.isArray(aliases) ? aliases : [];
  return names.flatMap((each) => (typeof each === "string" && each.trim() !== "" ? each.trim() : []));
}
