"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { entitiesNamedIn, logicOf } from "#domain/runtime/story.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { isRefusal } from "../../frame/api/client.ts";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import type { NameMap } from "../../frame/project/known.ts";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters, useDialogueNames, useVariables } from "../../frame/project/project-queries.ts";
import { useListed } from "../../frame/project/use-known.ts";
import { usePlaceNames } from "../fields/use-place-names.ts";
import type { Node } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { KnownWaiver } from "../store/problem-store.ts";
import { useProblemsSession } from "../store/use-problems.ts";
import { useViewStore } from "../store/view-state.ts";
import { checkHere, startCheckWorker } from "./check-client.ts";
import type { KnownWorld } from "./check-request.ts";
import { ProblemAnnouncer } from "./problem-announcer.tsx";
import { ProblemRunner } from "./problem-runner.ts";
import { useConfirmation } from "./use-confirmation.ts";
import { followWrittenNode } from "./written-node.ts";

/** Runs the check as long as the dialogue is open, with what is known of the project and of what is ignored. */
export function ProblemWatch() {
  const { store } = useProblemsSession();
  const dialogue = useDialogue();
  const graph_id = useDialogueState((state) => state.graph.id);
  const view = useViewStore();
  const queries = useQueryClient();
  const api = useApi();
  const [elsewhere, setElsewhere] = useState<KnownWorld["elsewhere"]>(null);
  const world = useKnownWorld(elsewhere);
  const waivers = useWaivers();
  const [runner, setRunner] = useState<ProblemRunner | null>(null);
  useEffect(() => {
    const clients = { start: () => startCheckWorker(graph_id), fallback: () => checkHere(graph_id) };
    const started = new ProblemRunner(dialogue, store, clients);
    started.start();
    setRunner(started);
    return () => started.stop();
  }, [dialogue, store, graph_id]);
  useEffect(() => runner?.know(world), [runner, world]);
  useEffect(
    () => (runner === null ? undefined : followWrittenNode(dialogue, view, (id) => runner.hold(id))),
    [runner, dialogue, view],
  );
  useEffect(() => {
    if (waivers.isWhole) runner?.waive([...waivers.values()]);
  }, [runner, waivers]);
  useConfirmation(runner, {
    waiversChanged: () => void refreshQueries(queries, api.waivers.pathKey()),
    knowElsewhere: (now) => setElsewhere((before) => (isSame(before, now) ? before : now)),
  });
  return <ProblemAnnouncer />;
}

function isSame(before: KnownWorld["elsewhere"], now: NonNullable<KnownWorld["elsewhere"]>): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

/** Returns all waivers of the open dialogue. */
function useWaivers(): NameMap<KnownWaiver> {
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const client = useStudioClient();
  const { reading } = useMoment();
  const input = { project_id, graph_id, limit: PAGE, ...reading };
  const options = useApi().waivers.list.queryOptions(input);
  return useListed({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: (offset) => client.waivers.list.query({ ...input, offset }),
    rowsOf: ({ waivers }) => waivers,
    itemOf: (waiver: KnownWaiver) => waiver,
  });
}

/** Speakers outside the cast, and whom or what logic names, that are looked up one by one. */
const MAX_STRANGERS = 20;

/**
 * Returns the subjects outside the open dialogue that are loaded. The lists are those the screen shows anyway; nothing
 * is concluded from one that is not complete.
 */
function useKnownWorld(elsewhere: KnownWorld["elsewhere"]): KnownWorld {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const variables = useVariables();
  const cast = useCharacters();
  const dialogues = useDialogueNames();
  const places = usePlaceNames();

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
        ? [...variables.values()].map(({ id, type, enum_values, default: value, scope, min, max }) => {
            return [id, { type, enum_values, default: value, scope, min, max }] as const;
          })
        : null,
      entities: {
        present: [...cast.keys(), ...ids.filter((_, index) => states[index] === "present")],
        absent: ids.filter((_, index) => states[index] === "absent"),
        complete: false,
      },
      dialogues: { present: [...dialogues.keys()], absent: [], complete: dialogues.isWhole },
      places: { present: places.present.map(({ id }) => id), absent: places.absent, complete: false },
      elsewhere,
    };
  }, [variables, cast, dialogues, places, ids, told, elsewhere]);
}

function strangersIn(nodes: ReadonlyMap<string, Node>, cast: Pick<ReadonlyMap<string, unknown>, "has">): string {
  const found = new Set<string>();
  for (const { speaker_id } of nodes.values()) {
    if (speaker_id !== null && !cast.has(speaker_id)) found.add(speaker_id);
    if (found.size === MAX_STRANGERS) break;
  }
  for (const id of entitiesNamedIn(logicOf(nodes.values()))) if (!cast.has(id)) found.add(id);
  return [...found].slice(0, MAX_STRANGERS).join("\n");
}
