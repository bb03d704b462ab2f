import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { eventCatalogue } from "./event-catalogue.ts";

/**
 * Checks that an event kind is in the catalogue. Called where nothing was found, so that kinds that only older records have can
 * be asked for.
 *
 * @throws {@link ValidationProblem} naming `kind`.
 */
export function requireKnownKind(resources: ResourceRegistry, kind: string): void {
  const known = eventCatalogue(resources).event_kinds.map((each) => each.kind);
  if (known.includes(kind)) return;
  const near = nearestName(kind, known);
  const extra = near === null ? {} : { suggestion: near };
  throw invalidValue(["query", "kind"], `no event is of this kind${didYouMean(near)}`, kind, extra);
}
