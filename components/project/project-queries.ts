"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

export type ProjectVariable = Outputs["variables"]["list"]["variables"][number];
export type Character = Outputs["entities"]["list"]["entities"][number];

/** The most a list answers at once. */
const ALL = 500;

/** The project's variables, by id; empty until they are here. */
export function useVariables(): ReadonlyMap<string, ProjectVariable> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data } = useQuery(useApi().variables.list.queryOptions({ project_id, limit: ALL, ...reading }));
  return useMemo(() => new Map(data?.variables.map((each) => [each.id, each])), [data]);
}

/** The project's characters, by id; empty until they are here. */
export function useCharacters(): ReadonlyMap<string, Character> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data } = useQuery(
    useApi().entities.list.queryOptions({ project_id, type: "character", limit: ALL, ...reading }),
  );
  return useMemo(() => new Map(data?.entities.map((each) => [each.id, each])), [data]);
}

/** Names of the project's dialogues, by id; empty until they are here. */
export function useDialogueNames(): ReadonlyMap<string, string> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data } = useQuery(useApi().dialogues.list.queryOptions({ project_id, limit: ALL, ...reading }));
  return useMemo(() => new Map(data?.dialogues.map((each) => [each.id, each.name])), [data]);
}

/** Names change seldom. */
const PEOPLE_FRESH_MS = 300_000;

/** People and keys of the workspace; undefined until they are here. */
export function usePeople(): Outputs["workspace"]["people"] | undefined {
  return useQuery(useApi().workspace.people.queryOptions({}, { staleTime: PEOPLE_FRESH_MS })).data;
}

/** What whoever made a change is called, from its actor: `user:usr_…`, `key:key_…` or `system:…`. */
export function useActorNames(): (actor: string) => string {
  const data = usePeople();
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of data?.people ?? []) names.set(`user:${id}`, name);
    for (const { id, name } of data?.keys ?? []) names.set(`key:${id}`, name);
    return (actor) => names.get(actor) ?? (actor.startsWith("system:") ? "Fabula" : "Someone");
  }, [data]);
}
