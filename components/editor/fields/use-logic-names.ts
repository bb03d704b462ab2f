"use client";

import { useMemo } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { entitiesNamedIn, logicOf } from "#domain/runtime/story.ts";
import type { Known } from "../../frame/project/known.ts";
import { useEntityNames, useVariables } from "../../frame/project/project-queries.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";
import { usePlaceNames } from "./use-place-names.ts";

type Nodes = DialogueState["nodes"];

/** A description over the names of this dialogue; renders again only when its words are others. */
export function useLogicNames(description: (names: DescribedNames) => string): string {
  const namesOver = useNamesOver();
  return useDialogueState(({ nodes }) => description(namesOver(nodes)));
}

function useNamesOver(): (nodes: Nodes) => DescribedNames {
  const variables = useVariables();
  const named = useDialogueState(({ nodes }) => entitiesNamedBy(nodes));
  const entity = useEntityNames(named);
  const places = usePlaceNames();
  return useMemo(
    () => (nodes) => ({
      variable: (id) => variableName(variables, id),
      entity,
      node: (id) => placeName(nodes, id) ?? places.nameOf(id),
    }),
    [variables, entity, places],
  );
}

const namedAt = new WeakMap<object, readonly string[]>();
const namedInAll = new WeakMap<object, string>();

/** Ids of the entities that the logic of a dialogue names; worked out once for each node that is another one, however many ask. */
export function entitiesNamedBy(nodes: Nodes): string {
  const known = namedInAll.get(nodes);
  if (known !== undefined) return known;
  const all = new Set<string>();
  for (const node of nodes.values()) {
    const own = namedAt.get(node) ?? [...entitiesNamedIn(logicOf([node]))];
    namedAt.set(node, own);
    for (const id of own) all.add(id);
  }
  const told = [...all].slice(0, MAX_NAMED).sort().join(" ");
  namedInAll.set(nodes, told);
  return told;
}

/** Entities whose names are looked up for one dialogue. */
const MAX_NAMED = 100;

/** Name of a variable, or that it is not declared: an id says nothing to a writer. */
export function variableName(variables: Known<{ readonly name: string }>, id: string): string {
  return variables.get(id)?.name ?? (variables.isWhole ? "a variable that is not declared" : "…");
}

/** Name of a node, or of a branch, of the open dialogue. */
export function placeName(nodes: Nodes, id: string): string | undefined {
  const node = nodes.get(id);
  if (node !== undefined) return nodeName(node);
  if (!id.startsWith("br_")) return undefined;
  for (const { branches } of nodes.values()) {
    const branch = branches.find((each) => each.id === id);
    if (branch !== undefined) return branchName(branch);
  }
  return undefined;
}
