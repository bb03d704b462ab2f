/** Last position of a person in a dialogue: selection, field with the caret, and scroll position of the script. */
export interface LastPlace {
  readonly project_id: string;
  readonly graph_id: string;
  /** The node that was active. */
  readonly node_id: string | null;
  /** The field that had the caret last, by the key of the open dialogue. */
  readonly field: string | null;
  /** Range of the caret, in UTF-16 code units. */
  readonly caret: readonly [start: number, end: number] | null;
  /** Scroll position of the script, in CSS pixels. */
  readonly scroll: number;
  /** Time in ISO form. */
  readonly at: string;
}

/** Dialogues that are remembered; more than a person goes on with in a week. */
const KEPT = 20;

const keyOf = (userId: string): string => `fabula.places.${userId}`;

/**
 * Returns a person's last positions on this device, one a dialogue, the latest first. Unreadable entries are left out.
 */
export function lastPlaces(userId: string): readonly LastPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

function isPlace(value: unknown): value is LastPlace {
  if (typeof value !== "object" || value === null) return false;
  const { project_id, graph_id, node_id, field, caret, scroll, at } = value as Record<keyof LastPlace, unknown>;
  const isText = (text: unknown) => typeof text === "string";
  const isRange = Array.isArray(caret) && caret.length === 2 && caret.every(Number.isInteger);
  return (
    [project_id, graph_id, at].every(isText) &&
    [node_id, field].every((text) => text === null || isText(text)) &&
    (caret === null || isRange) &&
    Number.isFinite(scroll)
  );
}

/** Remembers where a person is. Where nothing can be kept, nothing is. */
export function keepPlace(userId: string, place: LastPlace): void {
  const others = lastPlaces(userId).filter(({ graph_id }) => graph_id !== place.graph_id);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, KEPT)));
  } catch {
    // Storage is full or shut: the next visit begins at the beginning.
  }
}

/** The address at which a dialogue goes on where it was left. */
export function resumeAddress({ project_id, graph_id }: Pick<LastPlace, "project_id" | "graph_id">): string {
  return `/projects/${project_id}/dialogues/${graph_id}?resume=1`;
}
