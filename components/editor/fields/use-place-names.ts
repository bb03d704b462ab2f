"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { placesNamedIn } from "#domain/problems/reference-problems.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { summaryOf } from "../model/changed-parts.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";

/** Names of cards, choices and dialogues outside the open dialogue that its logic names. */
export interface PlaceNames {
  /** Returns the name of a place; undefined for one that is not asked for here. */
  readonly nameOf: (id: string) => string | undefined;
  /** Places that exist in the project, and ids that do not; unanswered ones are in neither list. */
  readonly present: readonly { readonly id: string; readonly name: string }[];
  readonly absent: readonly string[];
}

export const NO_PLACE_NAMES: PlaceNames = { nameOf: () => undefined, present: [], absent: [] };

/** Ids that one question can name, and ids that are asked for at all. */
const ASKED_AT_ONCE = 200;
const MAX_ASKED = 1_000;
/** Names change seldom. */
const FRESH_MS = 60_000;

/** Words for a deleted card or choice, and for one whose name is being loaded. */
const GONE = "something that is gone";
const COMING = "…";

/** Ids of nodes, choices and dialogues that the logic of a dialogue names and that are not of its own, joined by blanks. */
export const strangePlaces = summaryOf<Node, string>(
  (node) => [node.id, ...node.branches.map(({ id }) => id), ...placesNamedIn([node])].join(" "),
  (nodes) => [...placesNamedIn([...nodes.values()])].slice(0, MAX_ASKED).sort().join(" "),
);

/** Names of what the open dialogue's logic names in other dialogues. */
export function usePlaceNames(): PlaceNames {
  return useNamesOfPlaces(useDialogueState((state) => strangePlaces(nodesOfMoment(state))));
}

/** Names of nodes, choices and dialogues by their ids, asked for together; another object when any may be another. */
export function useNamesOfPlaces(strange: string): PlaceNames {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const asked = useMemo(() => (strange === "" ? [] : strange.split(" ")), [strange]);
  const chunks: string[] = [];
  for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) chunks.push(asked.slice(at, at + ASKED_AT_ONCE).join(","));
  const told = useQueries({
    queries: chunks.map((ids) => ({
      ...api.dialogues.names.queryOptions({ project_id, ids, ...reading }),
      staleTime: FRESH_MS,
    })),
    // Said in words: what it says is what counts, and not which object it is.
    combine: (results) =>
      JSON.stringify(
        results.map(({ data }) => data?.names.map(({ id, name, type, graph_name }) => [id, name, type, graph_name])),
      ),
  });
  return useMemo(() => {
    if (asked.length === 0) return NO_PLACE_NAMES;
    const names = new Map<string, string>();
    const answered = JSON.parse(told) as (readonly [string, string, string, string][] | null)[];
    for (const [id, name, type, graph] of answered.flatMap((each) => each ?? [])) {
      names.set(id, type === "dialogue" ? name : `${name} (${graph})`);
    }
    const isAnswered = (index: number) => (answered[Math.floor(index / ASKED_AT_ONCE)] ?? null) !== null;
    const absent = asked.filter((id, index) => isAnswered(index) && !names.has(id));
    const gone = new Set(absent);
    const all = new Set(asked);
    return {
      nameOf: (id) => names.get(id) ?? (gone.has(id) ? GONE : all.has(id) ? COMING : undefined),
      present: [...names].map(([id, name]) => ({ id, name })),
      absent,
    };
  }, [asked, told]);
}
