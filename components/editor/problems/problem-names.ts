"use client";

import { useCallback } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import type { ProblemNames } from "#domain/problems/problem-text.ts";
import { useSubjectNames, useVariables } from "../../frame/project/project-queries.ts";
import { subjectsNamedBy } from "../fields/use-logic-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";

/** Returns the names for messages from the state of the open dialogue. */
export type NamesOf = (
  state: Pick<DialogueState, "nodes">,
) => Required<Pick<ProblemNames, "node" | "variable" | "entity" | "fact">>;

export function useProblemNames(): NamesOf {
  const variables = useVariables();
  const subject = useSubjectNames(useDialogueState(({ nodes }) => subjectsNamedBy(nodes)));
  return useCallback(
    ({ nodes }) => ({
      node: (id) => {
        const node = nodes.get(id);
        return node === undefined ? undefined : nodeName(node);
      },
      variable: (id) => variables.get(id)?.name,
      entity: subject,
      fact: subject,
    }),
    [variables, subject],
  );
}

/** A sentence made of names; renders again only when it says something else. */
export function useSentence(write: (names: ReturnType<NamesOf>) => string): string {
  const names = useProblemNames();
  return useDialogueState((state) => write(names(state)));
}
