"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";

export type ApiKey = Outputs["keys"]["list"]["keys"][number];
export type NewApiKey = Outputs["keys"]["create"];
export type Scope = ApiKey["scopes"][number];
export type Mode = ApiKey["mode"];
export type KeyKind = ApiKey["kind"];
/** Body of the request that creates a key. */
export type KeyGrant = Inputs["keys"]["create"];

/**
 * Milliseconds between two reads while a key is being replaced: the person waits until no call uses the old key any
 * more.
 */
const WATCH_MS = 15_000;

/** Reads the keys of the workspace, newest first: only those that work, or all that ever existed. */
export function useKeys(state: "active" | null) {
  const client = useStudioClient();
  const api = useApi();
  const input = { sort_by: "created_at", sort_order: "desc", ...(state !== null && { state }) } as const;
  return useListQuery({
    queryKey: api.keys.list.queryKey(input),
    changes: api.keys.pathKey(),
    ask: (page) => client.keys.list.query({ ...input, ...page }),
    rowsOf: ({ keys }) => keys,
    isWhole: true,
    refetchInterval: (keys) => (keys.some(isBeingReplaced) ? WATCH_MS : false),
  });
}

/** One key; null asks for none. */
export function useKey(id: string | null) {
  return useQuery({
    ...useApi().keys.get.queryOptions({ key_id: id ?? "" }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isBeingReplaced(data) ? WATCH_MS : false),
  });
}

/** Whether a key still works beside the one that was made in its place. */
export function isBeingReplaced({ state, replaced_by }: ApiKey): boolean {
  return state === "active" && replaced_by !== null;
}

/** Reads the keys again, and the names that go with them, after one of them changed. */
export function useReadKeysAgain(): () => Promise<void> {
  return useRefresh(({ keys, workspace }) => [keys.pathKey(), workspace.people.pathKey()]);
}
