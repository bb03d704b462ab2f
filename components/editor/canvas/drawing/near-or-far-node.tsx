"use client";

import { memo } from "react";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useShownLevel } from "../surface/flow-adapter.tsx";
import { FullNode } from "./full-node.tsx";
import { SmallNode } from "./small-node.tsx";

/**
 * A node as React Flow mounts it. It takes nothing from React Flow but its id: where it lies is the wrapper's business, so
 * a node that is dragged or panned is not rendered again.
 */
export const NearOrFarNode = memo(
  function NearOrFarNode({ id }: { id: string }) {
    const level = useShownLevel(useCanvasParts().adapter, id);
    return level === "near" ? <FullNode id={id} /> : <SmallNode id={id} />;
  },
  (before, after) => before.id === after.id,
);
