"use client";

import DATA from "../../frame/resource/data/styleWords.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";

const USES = { banned: "Leave out", preferred: "Prefer" } as const;

/** The list of style of a project: words that its texts leave out, and those that they prefer to others. */
export function StyleWordsScreen() {
  return (
    <ResourceScreen
      data={DATA}
      about="List the words your story leaves out, and those it prefers to others. The score of every dialogue shows where they stand."
      options={{ use: USES }}
    />
  );
}
