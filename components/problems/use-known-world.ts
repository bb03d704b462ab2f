"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api-provider.tsx";
import { isRefusal } from "../api/client.ts";
import type { Node } from "../dialogue/model/model.ts";
import { useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import type { KnownWorld } from "./check-request.ts";

/** The most a list answers at once. Of a longer list nothing is concluded from what is missing. */
const ALL = 500;
/** Speakers outside the cast that are looked up one by one. */
const MAX_STRANGERS = 20;

/** What this device knows of the world outside the open dialogue. The lists are those the screen shows anyway. */
export function useKnownWorld(): KnownWorld {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const list = { project_id, limit: ALL, ...reading };
  const { data: variables } = useQuery(api.variables.list.queryOptions(list));
  const { data: cast } = useQuery(api.entities.list.queryOptions({ ...list, type: "character" }));
  const { data: dialogues } = useQuery(api.dialogues.list.queryOptions(list));

  const castIds = useMemo(() => new Set(cast?.entities.map(({ id }) => id)), [cast]);
  const strangers = useDialogueState(({ nodes }) => (cast === undefined ? "" : strangersIn(nodes, castIds)));
  const ids = useMemo(() => (strangers === "" ? [] : strangers.split(" ")), [strangers]);
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
      variables:
        variables === undefined || variables.has_more
          ? null
          : variables.variables.map(({ id, type, enum_values }) => [id, { type, enum_values }] as const),
      entities: {
        present: [...castIds, ...ids.filter((_, index) => states[index] === "present")],
        absent: ids.filter((_, index) => states[index] === "absent"),
        complete: false,
      },
      dialogues: {
        present: dialogues?.dialogues.map(({ id }) => id) ?? [],
        absent: [],
        complete: dialogues !== undefined && !dialogues.has_more,
      },
    };
  }, [variables, castIds, dialogues, ids, told]);
}

function strangersIn(nodes: ReadonlyMap<string, Node>, cast: ReadonlySet<string>): string {
  const found = new Set<string>();
  for (const { speaker_id } of nodes.values()) {
    if (speaker_id !== null && !cast.has(speaker_id)) found.add(speaker_id);
    if (found.size === MAX_STRANGERS) break;
  }
  return [...found].join(" ");
}
