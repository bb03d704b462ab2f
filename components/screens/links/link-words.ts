import { counted } from "#domain/counted.ts";
import type { Outputs } from "../../frame/api/client.ts";

export type Link = Outputs["links"]["get"];

/** States of a link in words, with the tone of their badge. */
export const STATES = {
  waiting: { word: "Bringing…", tone: "plain" },
  ready: { word: "Ready", tone: "ok" },
  failed: { word: "Failed", tone: "bad" },
  lost: { word: "Source lost", tone: "bad" },
  releasing: { word: "Letting go…", tone: "plain" },
} as const;

/** Ways in which a link goes on, in words. */
export const MODES = {
  pinned: { name: "Pinned", means: "Nothing changes here until you bring the present state." },
  following: { name: "Following", means: "Each change of the other project waits for your answer." },
} as const;

/** Whether a job is at work on a link, so that it is read again soon. */
export const isUnderWay = ({ status }: Pick<Link, "status">): boolean => status === "waiting" || status === "releasing";

/** Milliseconds after which a job that has not ended may have been lost. */
const STUCK_AFTER_MS = 60_000;

/** Whether a job has been at work on a link for so long that it may be asked for again, which changes nothing where it still is. */
export const maybeStuck = (link: Pick<Link, "status" | "updated_at">, now: number): boolean =>
  isUnderWay(link) && now - Date.parse(link.updated_at) > STUCK_AFTER_MS;

/** Says what a link brings: "Everything", "character, location, with facts". */
export function saidFilter({ types, entity_ids, relationships, facts }: Link["filter"]): string {
  const what = [
    types.length === 0 && entity_ids.length === 0 ? "Everything" : types.join(", "),
    entity_ids.length === 0 ? "" : counted(entity_ids.length, "chosen entry", "chosen entries"),
  ].filter((part) => part !== "");
  const without = [relationships ? "" : "relationships", facts ? "" : "facts"].filter((part) => part !== "");
  return `${what.join(", ")}${without.length === 0 ? "" : `, without ${without.join(" and ")}`}`;
}
