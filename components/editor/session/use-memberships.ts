"use client";

import { useRef } from "react";
import type { Model } from "../model/model.ts";
import { useDialogueState } from "./dialogue-context.ts";

/** Returns the group id of each card whose group exists; the same map until a card joins or leaves a group. */
export function useMemberships(): ReadonlyMap<string, string> {
  const last = useRef<ReadonlyMap<string, string>>(new Map());
  return useDialogueState(({ nodes, groups }) => {
    const known = last.current;
    const next = membershipsOf(nodes, groups);
    const isSame = next.size === known.size && [...next].every(([id, group]) => known.get(id) === group);
    if (!isSame) last.current = next;
    return last.current;
  });
}

function membershipsOf(nodes: Model["nodes"], groups: Model["groups"]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, group_id } of nodes.values()) if (group_id !== null && groups.has(group_id)) found.set(id, group_id);
  return found;
}
