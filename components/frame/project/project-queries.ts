"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isQuestId } from "#domain/expression.ts";
import { firstWords } from "#domain/first-words.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import type { NameMap } from "./known.ts";
import { PAGE } from "./page-size.ts";
import { useProjectId } from "./project-provider.tsx";
import { useListed } from "./use-known.ts";

export type ProjectVariable = Outputs["variables"]["list"]["variables"][number];

/** A character as it is named and chosen. */
export interface Character extends Named {
  /** The value of its property `color`, whatever it is; see `domain/speaker-color.ts`. */
  readonly color?: unknown;
  /** The value of its property `aliases`, whatever it is; see `aliases.ts`. */
  readonly aliases?: unknown;
}

type Named = { readonly id: string; readonly name: string };

const itself = <Item>(item: Item): Item => item;
const nameOf = ({ name }: Named): string => name;

type Listed = Pick<Outputs["entities"]["list"]["entities"][number], "id" | "name" | "properties">;
const nameOnly = ({ id, name }: Named): Named => ({ id, name });
const characterOf = ({ id, name, properties: { color, aliases } }: Listed): Character => ({ id, name, color, aliases });
/** Returns the kept fields of a character in a large cast: its other properties may be long. */
const asListed = ({ id, name, properties: { color = null, aliases = null } }: Listed): Listed => ({
  id,
  name,
  properties: { color, aliases },
});

type PageOf = { readonly total: number; readonly has_more: boolean };
type ListedPage = PageOf & { readonly entities: readonly Listed[] };
type NamedPage = PageOf & { readonly dialogues: readonly Named[] };

/** Input of the first page of a list, at the moment that is looked at. */
export function useFirstPage() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  return { project_id, limit: PAGE, ...reading };
}

/** The project's variables, by id, as far as they are here. */
export function useVariables(): NameMap<ProjectVariable> {
  const input = useFirstPage();
  const client = useStudioClient();
  const options = useApi().variables.list.queryOptions(input);
  return useListed({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: (offset) => client.variables.list.query({ ...input, offset }),
    rowsOf: ({ variables }) => variables,
    itemOf: itself,
  });
}

/** The project's characters, by id, as far as they are here. */
export function useCharacters(): NameMap<Character> {
  const input = { ...useFirstPage(), type: "character" };
  const client = useStudioClient();
  const options = useApi().entities.list.queryOptions(input);
  return useListed<ListedPage, Listed, Character>({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: async (offset) => {
      const { entities, ...page } = await client.entities.list.query({ ...input, offset });
      return { ...page, entities: entities.map(asListed) };
    },
    rowsOf: ({ entities }) => entities,
    itemOf: characterOf,
  });
}

/** Ids that are looked up in one request. */
const LOOKED_UP = 100;

/**
 * Names of entities and quests and words of facts by their ids, which are looked up where they are no characters; with a quest come the names
 * of its stages and objectives. As far as they are here.
 */
export function useSubjectNames(ids: string): (id: string) => string | undefined {
  const characters = useCharacters();
  const nameOf = useLookedUpNames(ids === "" ? [] : ids.split(" ").filter((id) => !characters.has(id)));
  return useMemo(() => (id) => characters.get(id)?.name ?? nameOf(id), [nameOf, characters]);
}

/** Names of a few entities of any type and of quests, and words of facts, which are looked up; as far as they are here. */
export function useLookedUpNames(asked: readonly string[]): (id: string) => string | undefined {
  const api = useApi();
  const { project_id, ...moment } = { project_id: useProjectId(), ...useMoment().reading };
  const inParts = (ids: readonly string[]) =>
    Array.from({ length: Math.ceil(ids.length / LOOKED_UP) }, (_, part) => ({
      ...{ project_id, limit: LOOKED_UP, ...moment },
      ids: ids.slice(part * LOOKED_UP, (part + 1) * LOOKED_UP).join(","),
    }));
  const entities = useQueries({
    queries: inParts(asked.filter((id) => !isFactId(id) && !isQuestId(id))).map((part) => ({
      ...api.entities.list.queryOptions(part),
      staleTime: ENTITY_FRESH_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => (data?.entities ?? []).map(({ id, name }) => `${id} ${name}`)),
  });
  const facts = useQueries({
    queries: inParts(asked.filter(isFactId)).map((part) => ({
      ...api.facts.list.queryOptions(part),
      staleTime: ENTITY_FRESH_MS,
    })),
    combine: (results) =>
      results.flatMap(({ data }) => (data?.facts ?? []).map(({ id, text }) => `${id} ${firstWords(text)}`)),
  });
  const quests = useQueries({
    queries: inParts(asked.filter(isQuestId)).map((part) => ({
      ...api.quests.list.queryOptions(part),
      staleTime: ENTITY_FRESH_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => (data?.quests ?? []).flatMap(wordsOfQuest)),
  });
  const told = [...entities, ...facts, ...quests].join("\n");
  return useMemo(() => {
    const names = new Map(
      told.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
    );
    return (id) => names.get(id);
  }, [told]);
}

/** Returns the ids of a quest, its stages and its objectives, each before its words. */
const wordsOfQuest = ({ id, name, stages }: Outputs["quests"]["list"]["quests"][number]): string[] => [
  `${id} ${name}`,
  ...stages.flatMap((stage) => [
    `${stage.id} ${stage.name}`,
    ...stage.objectives.map((objective) => `${objective.id} ${objective.text}`),
  ]),
];

const isFactId = (id: string): boolean => id.startsWith("fact_");

/** Names change seldom, and are read again when they do here. */
const ENTITY_FRESH_MS = 60_000;

/** Names of the project's dialogues, by id, as far as they are here. */
export function useDialogueNames(): NameMap<string> {
  const input = useFirstPage();
  const client = useStudioClient();
  const options = useApi().dialogues.list.queryOptions(input);
  return useListed<NamedPage, Named, string>({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: async (offset) => {
      const { dialogues, ...page } = await client.dialogues.list.query({ ...input, offset });
      return { ...page, dialogues: dialogues.map(nameOnly) };
    },
    rowsOf: ({ dialogues }) => dialogues,
    itemOf: nameOf,
  });
}

/** Names change seldom. */
const PEOPLE_FRESH_MS = 300_000;

/** People and keys of the workspace; undefined until they are here. */
export function usePeople(): Outputs["workspace"]["people"] | undefined {
  return useQuery(useApi().workspace.people.queryOptions({}, { staleTime: PEOPLE_FRESH_MS })).data;
}

/** Returns a function that names the actor of a change: `user:usr_…`, `key:key_…`, `player:ply_…` or `system:…`. */
export function useActorNames(): (actor: string) => string {
  const data = usePeople();
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, name } of data?.people ?? []) names.set(`user:${id}`, name);
    for (const { id, name } of data?.keys ?? []) names.set(`key:${id}`, name);
    const others: Record<string, string> = { system: "Fabula", player: "A player" };
    return (actor) => names.get(actor) ?? others[actor.split(":")[0] ?? ""] ?? "Someone";
  }, [data]);
}
