"use client";

import { useState } from "react";

/** Dialogues whose folded lines are remembered on this device. */
const KEPT = 40;
const KEY = "fabula.outline";

/** A dialogue's id and the ids of the lines that are folded in its outline; the one that changed last comes first. */
type Kept = readonly (readonly [graphId: string, folded: readonly string[]])[];

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Kept[number] {
  const isText = (each: unknown) => typeof each === "string";
  return Array.isArray(value) && isText(value[0]) && Array.isArray(value[1]) && value[1].every(isText);
}

function keep(graphId: string, folded: ReadonlySet<string>): void {
  const others = kept().filter(([id]) => id !== graphId);
  const own: Kept = folded.size === 0 ? [] : [[graphId, [...folded]]];
  try {
    localStorage.setItem(KEY, JSON.stringify([...own, ...others].slice(0, KEPT)));
  } catch {
    // Storage is full or shut: it lasts as long as the page.
  }
}

/** Returns the folded lines of a dialogue's outline, stored on this device, and a function to change them. */
export function useFolded(graphId: string): [ReadonlySet<string>, (folded: ReadonlySet<string>) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(kept().find(([id]) => id === graphId)?.[1] ?? []),
  );
  return [
    folded,
    (next) => {
      keep(graphId, next);
      setFolded(next);
    },
  ];
}
