"use client";

import { useMemo } from "react";
import { searchForm } from "#domain/search-form.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useMemberships } from "../session/use-memberships.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";
import { type OutlineItem, outlineTree } from "./outline-tree.ts";

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
