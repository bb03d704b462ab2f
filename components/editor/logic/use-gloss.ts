"use client";

import type { GlossNames } from "#domain/gloss.ts";
import { useCharacters, useVariables } from "../../frame/project/project-queries.ts";
import { branchName, nodeName } from "../model/names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/session.ts";

/** A gloss over the names of this dialogue; renders again only when its words are others. */
export function useGloss(gloss: (names: GlossNames) => string): string {
  const variables = useVariables();
  const characters = useCharacters();
  return useDialogueState((state) =>
    gloss({
      variable: (id) => variables.get(id)?.name,
      entity: (id) => characters.get(id)?.name,
      node: (id) => placeName(state, id),
    }),
  );
}

/** Name of a card, or of a choice. */
function placeName({ nodes }: Pick<DialogueState, "nodes">, id: string): string | undefined {
  const node = nodes.get(id);
  if (node !== undefined) return nodeName(node);
  if (!id.startsWith("br_")) return undefined;
  for (const { branches } of nodes.values()) {
    const branch = branches.find((each) => each.id === id);
    if (branch !== undefined) return branchName(branch);
  }
  return undefined;
}
