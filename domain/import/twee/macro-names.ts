import { isSugarCube, type TweeDialect } from "./dialects.ts";

/** Kinds of markup that nothing leads on from, though they are not understood. */
const STILL: ReadonlySet<string> = new Set(["a script", "a style sheet"]);

/** Whether nothing leads on from markup, though it is not understood. */
export function isStill(name: string): boolean {
  return STILL.has(name);
}

/** A macro as its format writes it. */
export function macroAsWritten(name: string, dialect: TweeDialect | null): string {
  if (!/^(?:[=-]|\/?[A-Za-z][\w -]*)$/.test(name) || STILL.has(name)) return name;
  if (isSugarCube(dialect)) return `<<${name}>>`;
  if (dialect === "chapbook") return `{${name}}`;
  if (dialect === "snowman") return "<%= %>";
  return dialect === "harlowe" ? `(${name}:)` : name;
}
