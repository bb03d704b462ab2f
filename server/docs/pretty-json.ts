const WIDTH = 76;

/** JSON for reading: two spaces a level, and what fits on a line stays on it, unless it is an object with objects inside. */
export function prettyJson(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  const isList = Array.isArray(value);
  const items: [string, unknown][] = isList
    ? value.map((item): [string, unknown] => ["", item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
  if (items.length === 0) return isList ? "[]" : "{}";
  const isPlain = items.every(([, item]) => typeof item !== "object" || item === null);
  const fits = isPlain && (indent !== "" || items.length === 1) && indent.length + flat.length <= WIDTH;
  if (fits) return isList ? flat.replace(/^\[ | \]$/g, (end) => end.trim()) : flat;
  const inner = `${indent}  `;
  const lines = items.map(([head, item]) => `${inner}${head}${prettyJson(item, inner)}`);
  return `${isList ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}
