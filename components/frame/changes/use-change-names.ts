"use client";

import { useCharacters, useDialogueNames, useVariables } from "../project/project-queries.ts";
import type { ChangeNames } from "./change-words.ts";

/** What the things of a project are called now; what is gone has no name any more. */
export function useChangeNames(): ChangeNames {
  const variables = useVariables();
  const characters = useCharacters();
  const dialogues = useDialogueNames();
  const thing = (id: string): string | undefined => characters.get(id)?.name ?? dialogues.get(id);
  return { thing, variable: (id) => variables.get(id)?.name, entity: (id) => characters.get(id)?.name, node: thing };
}
