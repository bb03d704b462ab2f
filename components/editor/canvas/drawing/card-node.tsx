"use client";

import { memo } from "react";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useLevel } from "../surface/flow-adapter.tsx";
import { Card } from "./card.tsx";
import { Glance } from "./glance.tsx";

/**
 * A card as React Flow mounts it. It takes nothing from React Flow but its id: where it lies is the wrapper's business, so
 * a card that is dragged or panned is not rendered again.
 */
export const CardNode = memo(
  function CardNode({ id }: { id: string }) {
    const level = useLevel(useCanvasParts().adapter);
    return level === "near" ? <Card id={id} /> : <Glance id={id} />;
  },
  (before, after) => before.id === after.id,
);
