import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { eventCatalogue } from "../history/public.ts";

/** Every kind of event there is. */
export function eventKinds(resources: ResourceRegistry): string[] {
  return eventCatalogue(resources).event_kinds.map(({ kind }) => kind);
}

/** Whether a list of `kind`, `subject.*` and `*` names an event kind. */
export function matchesKind(patterns: readonly string[], kind: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === "*" || pattern === kind || (pattern.endsWith(".*") && kind.startsWith(pattern.slice(0, -1))),
  );
}

/** The kinds that a list of patterns names. */
export function kindsOf(resources: ResourceRegistry, patterns: readonly string[]): string[] {
  return eventKinds(resources).filter((kind) => matchesKind(patterns, kind));
}

/**
 * Refuses what names no event at all: a webhook that waits for a misspelt kind would wait for ever.
 *
 * @throws ValidationProblem naming each of them at `body.events`.
 */
export function requireKnownPatterns(resources: ResourceRegistry, patterns: readonly string[]): void {
  const kinds = eventKinds(resources);
  const known = [...new Set(["*", ...kinds.map((kind) => `${kind.split(".", 1)[0]}.*`), ...kinds])];
  const mistakes = patterns.flatMap((pattern, index) => {
    if (known.includes(pattern)) return [];
    const near = nearestName(pattern, known);
    const failure = valueError(
      `no event is of this kind${didYouMean(near)}`,
      near === null ? {} : { suggestion: near },
    );
    return [itemAt(["body", "events", index], failure, pattern)];
  });
  if (mistakes.length > 0) throw new ValidationProblem(mistakes);
}
