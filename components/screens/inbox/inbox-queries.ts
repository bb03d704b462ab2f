"use client";

import { useQuery } from "@tanstack/react-query";
import { useFollow } from "../../editor/live/use-follow-project.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";

export type InboxAnswer = Outputs["inbox"]["get"]["answered"][number];
export type ServerItem = Outputs["inbox"]["get"]["items"][number];
export type SessionView = Outputs["sessions"]["standing"];
export type Interrupt = NonNullable<SessionView["interrupt"]>;

/**
 * Milliseconds between two reads of items in projects other than the followed one, and of all items where no project
 * can be followed.
 */
export const LOOK_MS = 15_000;
/** Milliseconds for which changes are gathered, so that those that come together cause one read. */
const GATHERS_MS = 250;

/** Reads all items on the server that wait for a person. */
export function useInbox() {
  return useQuery(useApi().inbox.get.queryOptions({}, { refetchInterval: LOOK_MS }));
}

/** Reads the inbox again, and what is open in it. */
export function useReadInboxAgain(): () => Promise<void> {
  return useRefresh(({ inbox, sessions, suggestions, storyBible, webhooks }) => [
    ...[inbox.get, sessions.standing, sessions.get, suggestions.get, webhooks.get, webhooks.troubles].map((each) =>
      each.pathKey(),
    ),
    storyBible.getExtraction.pathKey(),
  ]);
}

/** Follows the project of what is looked at: whoever else answers is seen at once. */
export function useFollowOpened(projectId: string | null): void {
  const readAgain = useReadInboxAgain();
  useFollow(projectId, { page: "inbox", onEvents: () => void readAgain(), gathersMs: GATHERS_MS });
}
