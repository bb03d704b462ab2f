import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { counted } from "#domain/counted.ts";
import type { Severity } from "#domain/problems/problem.ts";

const SHAPES = { error: OctagonAlert, warning: TriangleAlert, info: Info } as const;
const COLOURS = { error: "text-error", warning: "text-warn", info: "text-ink-3" } as const;

/** Names of the severities, for one problem and for several. */
export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["note", "notes"],
};

/** A number of problems in words: "1 error", "no warnings". */
export function countWords(severity: Severity, count: number): string {
  const [one, many] = SEVERITY_WORDS[severity];
  return count === 0 ? `no ${many}` : counted(count, one, many);
}

/** The sign of a severity: an octagon, a triangle, a circle. The shape says it; whoever draws it adds the words. */
export function SeverityMark({ severity, className = "size-4" }: { severity: Severity; className?: string }) {
  const Shape = SHAPES[severity];
  return <Shape aria-hidden className={`shrink-0 ${COLOURS[severity]} ${className}`} />;
}
