"use client";

import { useMemo } from "react";
import type { GlossNames } from "#domain/gloss.ts";
import { useCharacters, useVariables } from "../../frame/project/project-queries.ts";
import { branchName, nodeName } from "../model/names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";

/** The names that glosses of this dialogue's logic use, for `glossConditions` and its siblings. */
export function useGlossNames(): GlossNames {
  const variables = useVariables();
  const characters = useCharacters();
  const nodes = useDialogueState((state) => state.nodes);
  return useMemo(
    () => ({
      variable: (id) => variables.get(id)?.name,
      entity: (id) => characters.get(id)?.name,
      node: (id) => {
        const node = nodes.get(id);
        if (node !== undefined) return nodeName(node);
        for (const each of nodes.values()) {
          const branch = each.branches.find((candidate) => candidate.id === id);
          if (branch !== undefined) return branchName(branch);
        }
        return undefined;
      },
    }),
    [variables, characters, nodes],
  );
}
