"use client";

import { useMemo } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { useCharacters, useVariables } from "../../frame/project/project-queries.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";

type Nodes = DialogueState["nodes"];

/** Names by id for the glosses of this dialogue's conditions and effects; another object when any may be another. */
export function useNamesInLogic(): DescribedNames {
  const namesOver = useNamesOver();
  const nodes = useDialogueState((state) => state.nodes);
  return useMemo(() => namesOver(nodes), [namesOver, nodes]);
}

/** A description over the names of this dialogue; renders again only when its words are others. */
export function useLogicNames(description: (names: DescribedNames) => string): string {
  const namesOver = useNamesOver();
  return useDialogueState(({ nodes }) => description(namesOver(nodes)));
}

function useNamesOver(): (nodes: Nodes) => DescribedNames {
  const variables = useVariables();
  const characters = useCharacters();
  return useMemo(
    () => (nodes) => ({
      variable: (id) => variables.get(id)?.name,
      entity: (id) => characters.get(id)?.name,
      node: (id) => placeName(nodes, id),
    }),
    [variables, characters],
  );
}

/** Name of a node, or of a branch. */
function placeName(nodes: Nodes, id: string): string | undefined {
  const node = nodes.get(id);
  if (node !== undefined) return nodeName(node);
  if (!id.startsWith("br_")) return undefined;
  for (const { branches } of nodes.values()) {
    const branch = branches.find((each) => each.id === id);
    if (branch !== undefined) return branchName(branch);
  }
  return undefined;
}
