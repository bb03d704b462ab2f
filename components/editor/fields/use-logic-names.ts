"use client";

import { useMemo } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { logicOf, subjectsNamedIn } from "#domain/runtime/story.ts";
import type { NameMap } from "../../frame/project/known.ts";
import { useSubjectNames, useVariables } from "../../frame/project/project-queries.ts";
import { summaryOf } from "../model/changed-parts.ts";
import type { Node } from "../model/model.ts";
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
  const named = useDialogueState(({ nodes }) => subjectsNamedBy(nodes));
  const nameOf = useSubjectNames(named);
  const places = usePlaceNames();
  return useMemo(
    () => (nodes) => ({
      variable: (id) => variableName(variables, id),
      entity: nameOf,
      fact: nameOf,
      quest: nameOf,
      questPart: nameOf,
      node: (id) => placeName(nodes, id) ?? places.nameOf(id),
    }),
    [variables, nameOf, places],
  );
}

/** Entities, facts and quests whose names are looked up for one dialogue. */
const MAX_NAMED = 100;

const namedAt = new WeakMap<Node, readonly string[]>();

function subjectsNamedAt(node: Node): readonly string[] {
  const own = namedAt.get(node) ?? [...subjectsNamedIn(logicOf([node]))];
  namedAt.set(node, own);
  return own;
}

/** Ids of the entities, facts and quests that the logic of a dialogue names, joined by blanks; worked out once for each state of the dialogue. */
export const subjectsNamedBy = summaryOf<Node, string>(
  (node) => subjectsNamedAt(node).join(" "),
  (nodes) => [...new Set([...nodes.values()].flatMap(subjectsNamedAt))].slice(0, MAX_NAMED).sort().join(" "),
);

/** Name of a variable, or that it is not declared: an id says nothing to a writer. */
export function variableName(variables: NameMap<{ readonly name: string }>, id: string): string {
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
