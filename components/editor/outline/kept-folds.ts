"use client";

import { useState } from "react";
import { KeptById } from "../../ui/kept-by-id.ts";

/** Dialogues whose folded lines are remembered on this device. */
const KEPT = 40;

const isText = (each: unknown) => typeof each === "string";

/** Ids of the lines that are folded in the outline of a dialogue, by its id. */
const folds = new KeptById(
  "fabula.outline",
  KEPT,
  (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
);

/** Returns the folded lines of a dialogue's outline, stored on this device, and a function to change them. */
export function useFolded(graphId: string): [ReadonlySet<string>, (folded: ReadonlySet<string>) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(folds.get(graphId) ?? []));
  return [
    folded,
    (next) => {
      folds.keep(graphId, next.size === 0 ? null : [...next]);
      setFolded(next);
    },
  ];
}
