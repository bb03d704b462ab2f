import { LinePlaces } from "./line-places.ts";
import type { Report } from "./report.ts";
import type { ReportSeverity } from "./story.ts";

interface Loss {
  readonly code: string;
  readonly message: string;
  readonly node: string | null;
  readonly severity: ReportSeverity;
  readonly lines: Set<number>;
}

/** Collection of losses: each kind with the lines it was found in, per card where the loss belongs to one. */
export class Losses {
  /** Files that the lines are of, where there can be several. */
  readonly #places: LinePlaces;
  readonly #lines = new Map<string, Loss>();

  constructor(places: LinePlaces = new LinePlaces()) {
    this.#places = places;
  }

  add(
    code: string,
    message: string,
    line: number | null,
    node: string | null = null,
    severity: ReportSeverity = "warning",
  ): void {
    const key = `${node ?? ""}\n${message}`;
    const known = this.#lines.get(key) ?? { code, message, node, severity, lines: new Set<number>() };
    if (line !== null) known.lines.add(line);
    this.#lines.set(key, known);
  }

  /** Reports all of it; of cards that are not there nothing is said but where it stood. */
  report(report: Report, isCard: (key: string) => boolean = () => true): void {
    for (const { code, message, node, severity, lines } of this.#lines.values()) {
      const named = [...lines].sort((a, b) => a - b);
      const where =
        named.length === 0 ? "" : ` (${this.#places.words(named.slice(0, 12))}${named.length > 12 ? " …" : ""})`;
      report.add(severity, code, `${message}${where}.`, { node: node !== null && isCard(node) ? node : null });
    }
  }
}
