import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../frame/session/session-provider.tsx";
import { indexedDbStore } from "./indexed-db-store.ts";
import type { Entry } from "./outbox/entry.ts";

/** Gestures in this browser that a person has to decide about: somebody else changed the same, or the server would not have them. */
export function useKeptConflicts(): readonly Entry[] {
  const { userId, workspaceId } = useSession();
  const { data } = useQuery({
    queryKey: ["kept-conflicts", userId, workspaceId],
    queryFn: async () => undecidedOf(await indexedDbStore().all(), { userId, workspaceId }),
    refetchInterval: 5_000,
    retry: false,
  });
  return data ?? [];
}

/** Returns a person's own undecided conflicts, the newest first. */
export function undecidedOf(
  entries: readonly Entry[],
  owner: { readonly userId: string; readonly workspaceId: string },
): Entry[] {
  return entries
    .filter(({ state }) => state === "conflict" || state === "refused")
    .filter(({ userId, workspaceId }) => userId === owner.userId && workspaceId === owner.workspaceId)
    .sort((a, b) => b.at - a.at);
}
