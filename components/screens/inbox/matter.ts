import type { Entry } from "../../editor/saving/outbox/entry.ts";
import type { ServerItem } from "./inbox-queries.ts";

/** Something that waits for a person: the server's, or kept in this browser. */
export type Matter =
  | {
      readonly key: string;
      readonly kind: "conflict";
      readonly title: string;
      readonly since: string;
      readonly entry: Entry;
    }
  | {
      readonly key: string;
      readonly kind: ServerItem["kind"];
      readonly title: string;
      readonly since: string;
      readonly item: ServerItem;
    };

/** What waits, as one list with the newest first. */
export function mattersOf(items: readonly ServerItem[], entries: readonly Entry[]): Matter[] {
  const matters: Matter[] = [
    ...entries.map((entry): Matter => {
      const since = new Date(entry.at).toISOString();
      return { key: `conflict ${entry.id}`, kind: "conflict", title: entry.label, since, entry };
    }),
    ...items.map((item): Matter => {
      const { kind, id, title, since } = item;
      return { key: `${kind} ${id}`, kind, title, since, item };
    }),
  ];
  return matters.sort((a, b) => (a.since < b.since ? 1 : -1));
}

/** The list with the one that is looked at, which stays until another is, though it was answered. */
export function withOpened(matters: readonly Matter[], opened: Matter | null): readonly Matter[] {
  if (opened === null || matters.some(({ key }) => key === opened.key)) return matters;
  return [...matters, opened].sort((a, b) => (a.since < b.since ? 1 : -1));
}

/** The one so many places further; at the ends the list stops. */
export function stepFrom(matters: readonly Matter[], key: string | null, by: 1 | -1): Matter | null {
  if (matters.length === 0) return null;
  const at = matters.findIndex((each) => each.key === key);
  if (at === -1) return matters[0] ?? null;
  return matters[Math.min(matters.length - 1, Math.max(0, at + by))] ?? null;
}

/** What a kind is called. */
export const KIND_WORDS: Readonly<Record<Matter["kind"], string>> = {
  session: "Generation",
  suggestion: "Suggestion",
  webhook: "Webhook",
  conflict: "Conflict",
};
