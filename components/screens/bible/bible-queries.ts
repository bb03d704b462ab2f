import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";

export type Bible = Outputs["storyBible"]["get"];
export type Section = Bible["sections"][number];
export type Item = Section["items"][number];
export type Line = Item["lines"][number];

/** Returns what reads the bible, and the proposals for it, again. */
export function useRefreshBible(): () => Promise<void> {
  return useRefresh((api) => [api.storyBible.pathKey(), api.entities.pathKey(), api.facts.pathKey()]);
}
