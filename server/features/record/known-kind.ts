import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { eventCatalogue } from "./event-catalogue.ts";

/**
 * Refuses an event kind that is not in the catalogue. Asked where nothing was found, so that kinds of earlier versions of the
 * product that a record still has can be asked for.
 */
export function requireKnownKind(resources: ResourceRegistry, kind: string): void {
  const known = eventCatalogue(resources).event_kinds.map((each) => each.kind);
  if (known.includes(kind)) return;
  const near = nearestName(kind, known);
  const extra = near === null ? {} : { suggestion: near };
  throw invalidValue(["query", "kind"], `no event is of this kind${didYouMean(near)}`, kind, extra);
}
