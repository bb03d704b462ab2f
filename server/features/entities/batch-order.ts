import type { EntityItem } from "./batch-items.ts";

/** Look-up of the names in a batch that exist before it. */
export interface Existing {
  hasId(id: string): boolean;
  hasExternalId(externalId: string): boolean;
}

/** The order in which the parts of a batch run. */
export interface BatchOrder {
  order: number[];
  /** Parts that would make entities each other's ancestors, by index, with the field that names the parent. */
  circular: Map<number, "parent_id" | "parent_external_id">;
}

/**
 * Parts run as sent, except that one whose parent is made by a later part waits for it. A parent that exists already is
 * waited for by nobody.
 */
export function batchOrder(items: readonly EntityItem[], existing: Existing): BatchOrder {
  const makers = makersOf(items, existing);
  const order: number[] = [];
  const circular: BatchOrder["circular"] = new Map();
  const state = new Uint8Array(items.length); // 0 unseen, 1 waiting for its parent, 2 settled
  for (let start = 0; start < items.length; start++) {
    const chain: number[] = [];
    for (
      let at: number | undefined = start;
      at !== undefined && state[at] !== 2;
      at = makerOfParent(items[at], makers)
    ) {
      if (state[at] === 1) {
        for (const index of chain.slice(chain.indexOf(at))) circular.set(index, parentField(items[index]));
        break;
      }
      state[at] = 1;
      chain.push(at);
    }
    for (const index of chain.toReversed()) {
      state[index] = 2;
      order.push(index);
    }
  }
  return { order, circular };
}

/**
 * Returns the part that makes each entity that does not exist yet, by `id:` or `external_id:`; the first one where
 * several would.
 */
function makersOf(items: readonly EntityItem[], existing: Existing): Map<string, number> {
  const makers = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (item.op === "update" || item.op === "delete") continue;
    const externalId = `external_id:${item.external_id}`;
    if (!existing.hasExternalId(item.external_id) && !makers.has(externalId)) makers.set(externalId, index);
    if (item.op === "upsert" || item.id === undefined || existing.hasId(item.id)) continue;
    if (!makers.has(`id:${item.id}`)) makers.set(`id:${item.id}`, index);
  }
  return makers;
}

/** The parent a part names, by id or external id. */
export function parentOf(item: EntityItem): {
  parent_id?: string | null | undefined;
  parent_external_id?: string | null | undefined;
} {
  if (item.op === "delete") return {};
  return item.op === "update" ? item.patch : item;
}

function makerOfParent(item: EntityItem | undefined, makers: ReadonlyMap<string, number>): number | undefined {
  if (item === undefined) return undefined;
  const parent = parentOf(item);
  if (parent.parent_external_id != null) return makers.get(`external_id:${parent.parent_external_id}`);
  return parent.parent_id == null ? undefined : makers.get(`id:${parent.parent_id}`);
}

function parentField(item: EntityItem | undefined): "parent_id" | "parent_external_id" {
  return item !== undefined && parentOf(item).parent_id != null ? "parent_id" : "parent_external_id";
}
