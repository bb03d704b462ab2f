"use client";

import { useEffect } from "react";
import { useOpenComments } from "../../comments/use-comments.ts";
import { type KeyedValues, useKeyedValue } from "../scene/keyed-values.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";

/** Keeps how many open comments each node has. One place asks: a question of every node took a third of drawing one. */
export function CommentCounts({ values }: { values: KeyedValues<number> }) {
  const counts = useOpenComments();
  useEffect(() => {
    if (counts !== undefined) values.replace(counts);
  }, [values, counts]);
  return null;
}

/** Returns the number of open comments on a node; renders again only when it changes. */
export function useCommentCount(nodeId: string): number {
  return useKeyedValue(useCanvasParts().comments, nodeId) ?? 0;
}
