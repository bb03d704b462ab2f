"use client";

import { useMemo, useRef } from "react";
import { searchForm } from "#domain/search-form.ts";
import type { Model } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { type OutlineItem, outlineTree } from "./outline-tree.ts";

/** The group of each card that is in one that is there; the same map until a card goes into another group, or out of one. */
function useMemberships(): ReadonlyMap<string, string> {
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

/** The outline of the open dialogue. `wanted` are the cards it is narrowed to; null for all. */
export function useOutline(wanted: ReadonlySet<string> | null): readonly OutlineItem[] {
  const { store } = useDialogue();
  const order = useReadingOrder();
  const memberships = useMemberships();
  const groups = useDialogueState((state) => state.groups);
  return useMemo(() => {
    // Edges are part of what the order follows from: it is another one when they are others.
    const { nodes } = store.getState();
    return outlineTree({ order, nodes, memberships, groups: groups.keys(), wanted });
  }, [store, order, memberships, groups, wanted]);
}

/** Cards whose name, words or group hold what is wanted; null while nothing is. */
export function useMatching(text: string): ReadonlySet<string> | null {
  const words = searchForm(text.trim());
  const nodes = useDialogueState((state) => (words === "" ? null : state.nodes));
  const groups = useDialogueState((state) => (words === "" ? null : state.groups));
  return useMemo(() => {
    if (nodes === null || groups === null) return null;
    const found = new Set<string>();
    for (const node of nodes.values()) {
      const group = node.group_id === null ? "" : (groups.get(node.group_id)?.title ?? "");
      if (searchForm(`${node.title ?? ""} ${node.text} ${group}`).includes(words)) found.add(node.id);
    }
    return found;
  }, [nodes, groups, words]);
}
