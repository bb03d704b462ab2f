"use client";

import { useMemo } from "react";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { graphsOf, type PlayedDialogue } from "#domain/runtime/story.ts";
import { useDialogueNames, useSubjectNames, useVariables } from "../../frame/project/project-queries.ts";
import { placeName, subjectsNamedBy, variableName } from "../fields/use-logic-names.ts";
import { strangePlaces, useNamesOfPlaces } from "../fields/use-place-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";

/** Names for whatever the logic of a story asks or changes, in the open dialogue, in those it leads to and beyond. */
export function useStoryNames(dialogue: PlayedDialogue): DescribedNames {
  const variables = useVariables();
  const dialogues = useDialogueNames();
  const open = useDialogueState((state) => state.graph.id);
  // What was sent of a story's nodes holds all that names are made of.
  const nodes = useMemo(
    () => new Map(graphsOf(dialogue).flatMap((graph) => [...graph.nodes])) as unknown as DialogueState["nodes"],
    [dialogue],
  );
  const subject = useSubjectNames(subjectsNamedBy(nodes));
  const beyond = useNamesOfPlaces(strangePlaces(nodes));
  return useMemo(() => {
    const node = (id: string): string | undefined => {
      for (const graph of graphsOf(dialogue)) {
        const name = placeName(graph.nodes as DialogueState["nodes"], id);
        if (name === undefined) continue;
        return graph.id === open ? name : `${name} (${dialogues.get(graph.id) ?? "another dialogue"})`;
      }
      return beyond.nameOf(id);
    };
    return {
      variable: (id) => variableName(variables, id),
      entity: subject,
      fact: subject,
      quest: subject,
      questPart: subject,
      node,
    };
  }, [dialogue, open, dialogues, variables, subject, beyond]);
}
