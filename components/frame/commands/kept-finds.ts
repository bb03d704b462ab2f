/** Subject that was gone to from the palette. */
export interface KeptFind {
  readonly id: string;
  /** Project it belongs to; null for a project itself. */
  readonly project_id: string | null;
  /** Time in ISO form. */
  readonly at: string;
}

/** Number of subjects that are remembered; more than are shown, because some may be deleted. */
const KEPT = 30;

const keyOf = (userId: string): string => `fabula.found.${userId}`;

/** Returns what a person went to last on this device, the latest first. Unreadable entries are left out. */
export function keptFinds(userId: string): readonly KeptFind[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isFind) : [];
  } catch {
    return [];
  }
}

function isFind(value: unknown): value is KeptFind {
  if (typeof value !== "object" || value === null) return false;
  const { id, project_id, at } = value as Record<keyof KeptFind, unknown>;
  return typeof id === "string" && typeof at === "string" && (project_id === null || typeof project_id === "string");
}

/** Remembers what was gone to. Where nothing can be kept, nothing is. */
export function keepFind(userId: string, find: Omit<KeptFind, "at">): void {
  const others = keptFinds(userId).filter(({ id }) => id !== find.id);
  try {
    const kept = [{ ...find, at: new Date().toISOString() }, ...others].slice(0, KEPT);
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    // Storage is full or shut: nothing is offered again.
  }
}
