const LONGEST = 200;

/** A label as the server takes it: one line, not long. */
export function asLabel(label: string): string {
  const line = label.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length <= LONGEST ? line || "Change" : `${[...line].slice(0, LONGEST - 1).join("")}…`;
}
