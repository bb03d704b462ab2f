"use client";

import { useMemo } from "react";
import { branchName, nodeName } from "#domain/dialogue/names.ts";
import { isQuestId } from "#domain/expression.ts";
import { type NamedThing, NameIndex } from "#domain/logic-text/name-index.ts";
import { useCharacters, useSubjectNames, useVariables } from "../../frame/project/project-queries.ts";
import { type Quest, useQuests } from "../../frame/project/quest-queries.ts";
import { useFactWords } from "../../frame/project/use-fact-words.ts";
import { subjectsNamedBy } from "../fields/use-logic-names.ts";
import { usePlaceNames } from "../fields/use-place-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";

/** Returns the index of names for logic of the open dialogue, rebuilt when a name changes. */
export function useLogicIndex(): NameIndex {
  const variables = useVariables();
  const characters = useCharacters();
  const nodes = useDialogueState((state) => state.nodes);
  const named = subjectsNamedBy(nodes);
  const nameOf = useSubjectNames(named);
  const listed = useFactWords();
  const quests = useQuests();
  const { present: elsewhere } = usePlaceNames();
  return useMemo(() => {
    // Characters can be typed; of places and things those that the dialogue speaks of already.
    const others = named.split(" ").flatMap((id): NamedThing[] => {
      const name = characters.has(id) || listed.has(id) || isQuestId(id) ? undefined : nameOf(id);
      return name === undefined ? [] : [{ id, name }];
    });
    const isFact = ({ id }: NamedThing): boolean => id.startsWith("fact_");
    return new NameIndex({
      variables: variables.values(),
      places: [...placesOf(nodes), ...elsewhere],
      entities: [...characters.values(), ...others.filter((each) => !isFact(each))],
      ...questNames(quests),
      facts: [...Array.from(listed, ([id, name]) => ({ id, name })), ...others.filter(isFact)],
    });
  }, [variables, characters, nodes, named, nameOf, listed, quests, elsewhere]);
}

/** Quests by name, and their stages and objectives by their words. */
function questNames(quests: readonly Quest[]) {
  const stages = quests.flatMap((quest) => quest.stages);
  const objectives = stages.flatMap((stage) => stage.objectives).map(({ id, text }) => ({ id, name: text }));
  return { quests, stages, objectives };
}

/** Nodes by name, and branches by the words that a player chooses. */
function placesOf(nodes: DialogueState["nodes"]): readonly NamedThing[] {
  return [...nodes.values()].flatMap((node) => [
    { id: node.id, name: nodeName(node) },
    ...node.branches
      .filter(({ choice_text }) => choice_text.trim() !== "")
      .map((branch) => ({ id: branch.id, name: branchName(branch) })),
  ]);
}
