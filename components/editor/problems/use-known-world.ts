"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { isRefusal } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters, useDialogueNames, useVariables } from "../../frame/project/project-queries.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { KnownWorld } from "./check-request.ts";

/** Speakers outside the cast that are looked up one by one. */
const MAX_STRANGERS = 20;

/**
 * What this device knows of the world outside the open dialogue. The lists are those the screen shows anyway; until one is
 * here as a whole, nothing is concluded from what is missing in it.
 */
export function useKnownWorld(): KnownWorld {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const variables = useVariables();
  const cast = useCharacters();
  const dialogues = useDialogueNames();

  const strangers = useDialogueState(({ nodes }) => (cast.isWhole ? strangersIn(nodes, cast) : ""));
  const ids = useMemo(() => (strangers === "" ? [] : strangers.split("\n")), [strangers]);
  const found = useQueries({
    queries: ids.map((entity_id) => ({
      ...api.entities.get.queryOptions({ project_id, entity_id, ...reading }),
      staleTime: 60_000,
    })),
    combine: (results) =>
      results.map(({ data, error }) => {
        if (data !== undefined) return "present";
        return isRefusal(error) && error.data?.httpStatus === 404 ? "absent" : "unknown";
      }),
  });
  // A new array each time: what it says is what counts.
  const told = found.join(" ");

  return useMemo(() => {
    const states = told.split(" ");
    return {
      variables: variables.isWhole
        ? [...variables.values()].map(({ id, type, enum_values }) => [id, { type, enum_values }] as const)
        : null,
      entities: {
        present: [...cast.keys(), ...ids.filter((_, index) => states[index] === "present")],
        absent: ids.filter((_, index) => states[index] === "absent"),
        complete: false,
      },
      dialogues: { present: [...dialogues.keys()], absent: [], complete: dialogues.isWhole },
    };
  }, [variables, cast, dialogues, ids, told]);
}

function strangersIn(nodes: ReadonlyMap<string, Node>, cast: Pick<ReadonlyMap<string, unknown>, "has">): string {
  const found = new Set<string>();
  for (const { speaker_id } of nodes.values()) {
    if (speaker_id !== null && !cast.has(speaker_id)) found.add(speaker_id);
    if (found.size === MAX_STRANGERS) break;
  }
  return [...found].join("\n");
}
