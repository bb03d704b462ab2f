import type { Report } from "./report.ts";

/** What could not be expressed, each kind with the lines it stands in. */
export class Losses {
  readonly #lines = new Map<string, { code: string; message: string; lines: Set<number> }>();

  add(code: string, message: string, line: number | null): void {
    const known = this.#lines.get(message) ?? { code, message, lines: new Set<number>() };
    if (line !== null) known.lines.add(line);
    this.#lines.set(message, known);
  }

  report(report: Report): void {
    for (const { code, message, lines } of this.#lines.values()) {
      const named = [...lines].sort((a, b) => a - b);
      const where =
        named.length === 0 ? "" : ` (line ${named.slice(0, 12).join(", ")}${named.length > 12 ? " …" : ""})`;
      report.add("warning", code, `${message}${where}.`);
    }
  }
}
