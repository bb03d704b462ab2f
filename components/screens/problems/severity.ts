import type { Severity } from "#domain/problems/problem.ts";

/** Severities in words, with their colours. */
export const SEVERITY = {
  error: { label: "Error", tone: "bad" },
  warning: { label: "Warning", tone: "warn" },
  info: { label: "Note", tone: "plain" },
} as const satisfies Record<Severity, unknown>;
