import { longestAscending } from "#domain/longest-ascending.ts";
import type { PassageState } from "./passage.ts";

/** Fields of a passage of which a comparison tells, besides its place. */
export const COMPARED = ["text", "kind", "beat_id"] as const;

type ComparedPassage = { readonly id: string } & Pick<PassageState, (typeof COMPARED)[number]>;

/** A passage that differs between two moments. */
interface PassageChange {
  readonly id: string;
  readonly change: "added" | "removed" | "changed" | "moved";
  /** Fields that differ, where it was there at both. */
  readonly fields: (typeof COMPARED)[number][];
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Compares the passages of a chapter at two moments, each in the order of reading: those that differ, and then those that are gone. One
 * has moved where it stands otherwise among those that were there at both; what only got another key has not.
 */
export function comparePassages(
  earlier: readonly ComparedPassage[],
  later: readonly ComparedPassage[],
): PassageChange[] {
  const then = new Map(earlier.map((each, place) => [each.id, { ...each, place }]));
  const now = new Set(later.map(({ id }) => id));
  const stayed = new Set(longestAscending(later.map(({ id }) => then.get(id)?.place ?? null)));
  const changes = later.flatMap((each, at): PassageChange[] => {
    const { id, text: after } = each;
    const before = then.get(id);
    if (before === undefined) return [{ id, change: "added", fields: [], before: null, after }];
    const fields = COMPARED.filter((field) => before[field] !== each[field]);
    const change = fields.length > 0 ? "changed" : stayed.has(at) ? null : "moved";
    return change === null ? [] : [{ id, change, fields, before: before.text, after }];
  });
  const gone = earlier.filter(({ id }) => !now.has(id));
  return [
    ...changes,
    ...gone.map(({ id, text }) => ({ id, change: "removed" as const, fields: [], before: text, after: null })),
  ];
}
