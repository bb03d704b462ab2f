import { invalidValue } from "../../kernel/problem.ts";
import type { EntityCreate } from "./schemas.ts";

/**
 * The order in which the entities of a batch can be created: parents that are in the batch before their children,
 * otherwise as sent. Throws a 422 when they are each other's ancestors.
 */
export function creationOrder(entities: readonly EntityCreate[]): number[] {
  const byExternalId = new Map(entities.map((each, index) => [each.external_id, index]));
  const byId = new Map(entities.flatMap((each, index) => (each.id === undefined ? [] : [[each.id, index] as const])));
  const parentOf = (each: EntityCreate): number | undefined =>
    each.parent_external_id != null
      ? byExternalId.get(each.parent_external_id)
      : each.parent_id != null
        ? byId.get(each.parent_id)
        : undefined;

  const order: number[] = [];
  const state = new Uint8Array(entities.length); // 0 unseen, 1 waiting for its parent, 2 placed
  for (let start = 0; start < entities.length; start++) {
    const chain: number[] = [];
    for (let at: number | undefined = start; at !== undefined && state[at] !== 2; ) {
      const entity = entities[at];
      if (entity === undefined) break;
      if (state[at] === 1) {
        const field = entity.parent_id == null ? "parent_external_id" : "parent_id";
        throw invalidValue(["body", "entities", at, field], "an entity cannot be under itself", entity.external_id);
      }
      state[at] = 1;
      chain.push(at);
      at = parentOf(entity);
    }
    for (const index of chain.toReversed()) {
      state[index] = 2;
      order.push(index);
    }
  }
  return order;
}
