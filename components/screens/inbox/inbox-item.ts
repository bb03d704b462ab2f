import type { Entry } from "../../editor/saving/outbox/entry.ts";
import type { ServerItem } from "./inbox-queries.ts";

/** Item that waits for a person, either on the server or kept in this browser. */
export type InboxItem =
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

/** Returns the waiting items as one list with the newest first. */
export function inboxItemsOf(items: readonly ServerItem[], entries: readonly Entry[]): InboxItem[] {
  const inboxItems: InboxItem[] = [
    ...entries.map((entry): InboxItem => {
      const since = new Date(entry.at).toISOString();
      return { key: `conflict ${entry.id}`, kind: "conflict", title: entry.label, since, entry };
    }),
    ...items.map((item): InboxItem => {
      const { kind, id, title, since } = item;
      return { key: `${kind} ${id}`, kind, title, since, item };
    }),
  ];
  return inboxItems.sort((a, b) => (a.since < b.since ? 1 : -1));
}

/** The list with the one that is looked at, which stays until another is, though it was answered. */
export function withOpened(items: readonly InboxItem[], opened: InboxItem | null): readonly InboxItem[] {
  if (opened === null || items.some(({ key }) => key === opened.key)) return items;
  return [...items, opened].sort((a, b) => (a.since < b.since ? 1 : -1));
}

/** The one so many places further; at the ends the list stops. */
export function stepFrom(items: readonly InboxItem[], key: string | null, by: 1 | -1): InboxItem | null {
  if (items.length === 0) return null;
  const at = items.findIndex((each) => each.key === key);
  if (at === -1) return items[0] ?? null;
  return items[Math.min(items.length - 1, Math.max(0, at + by))] ?? null;
}

/** Names of the kinds of items. */
export const KIND_WORDS: Readonly<Record<InboxItem["kind"], string>> = {
  session: "Generation",
  suggestion: "Suggestion",
  link: "Linked project",
  extraction: "For the bible",
  mention: "Comment",
  webhook: "Webhook",
  conflict: "Conflict",
};
