"use client";

import { useCharacters, useDialogueNames, useVariables } from "../project/project-queries.ts";
import type { ChangeNames } from "./change-words.ts";

/**
 * Returns the current names of a project's subjects; deleted ones have none.
 *
 * @param told names by id that came with the changes: of those moments, and also of what is gone.
 */
export function useChangeNames(told: Readonly<Record<string, string>> = NONE): ChangeNames {
  const variables = useVariables();
  const characters = useCharacters();
  const dialogues = useDialogueNames();
  // A text may be called as what every object inherits.
  const toldOf = (id: string): string | undefined => (Object.hasOwn(told, id) ? told[id] : undefined);
  const thing = (id: string): string | undefined => toldOf(id) ?? characters.get(id)?.name ?? dialogues.get(id);
  return { thing, variable: (id) => toldOf(id) ?? variables.get(id)?.name, entity: thing, node: thing };
}

const NONE = {};
