"use client";

import { useMemo } from "react";
import { NameIndex } from "#domain/logic-text/name-index.ts";
import { useCharacters, useVariables } from "../../../frame/project/project-queries.ts";
import { useQuests } from "../../../frame/project/quest-queries.ts";
import { useFactWords } from "../../../frame/project/use-fact-words.ts";

/** Returns the index of the names that conditions outside of a dialogue can have: there are no cards to speak of. */
export function useConditionNames(): NameIndex {
  const variables = useVariables();
  const characters = useCharacters();
  const facts = useFactWords();
  const quests = useQuests();
  return useMemo(() => {
    const stages = quests.flatMap((quest) => quest.stages);
    const objectives = stages.flatMap((stage) => stage.objectives).map(({ id, text }) => ({ id, name: text }));
    return new NameIndex({
      variables: variables.values(),
      places: [],
      entities: characters.values(),
      facts: Array.from(facts, ([id, name]) => ({ id, name })),
      ...{ quests, stages, objectives },
    });
  }, [variables, characters, facts, quests]);
}
