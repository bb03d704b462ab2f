"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { LiveEvent } from "../../../editor/live/live-message.ts";
import { useFollowProject } from "../../../editor/live/use-follow-project.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../../frame/api/client.ts";
import { refreshQueries } from "../../../frame/api/refresh-queries.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";

export type Entity = Outputs["entities"]["get"];
export type Neighbor = Outputs["relationships"]["neighbors"]["neighbors"][number];
export type EntityPatch = Omit<Inputs["entities"]["update"], "project_id" | "entity_id" | "base_seq">;

/** Milliseconds for which changes of others are gathered before a page reads again. */
const GATHERS_MS = 250;

/** Reads one character, place or thing at the viewed moment. */
export function useEntity(entityId: string) {
  const input = { project_id: useProjectId(), entity_id: entityId, ...useMoment().reading };
  return useQuery(useApi().entities.get.queryOptions(input));
}

/** Reads the last author of each value of a profile, by JSON Pointer; empty until it is read, and while nobody asks for them. */
export function useAuthors(entityId: string): Outputs["record"]["authors"]["authors"] {
  const input = { project_id: useProjectId(), subject_id: entityId, ...useMoment().reading };
  const { data } = useQuery(useApi().record.authors.queryOptions(input, { enabled: use(AuthorsAsked) }));
  return data?.authors ?? NOBODY;
}

/** Whether a profile says who wrote each value. */
export const AuthorsAsked = createContext(false);

const NOBODY = {};

/** Pictures shown of one profile. */
const MOST_PICTURES = 24;

/** Query of the pictures of a profile, wherever they are shown. */
export function usePicturesInput(entity_id: string) {
  return { project_id: useProjectId(), entity_id, limit: MOST_PICTURES, ...useMoment().reading };
}

/** Asks for everything again that shows parts of the world. */
export function useRefreshWorld(): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async () => {
    const keys = [
      api.entities.pathKey(),
      api.locations.pathKey(),
      api.relationships.pathKey(),
      api.record.authors.pathKey(),
      api.facts.pathKey(),
      api.images.pathKey(),
      api.npcs.pathKey(),
      api.templates.pathKey(),
      api.dialogues.lines.pathKey(),
    ];
    await refreshQueries(queries, ...keys);
  };
}

/** Shows what others do to the world as they do it. */
export function useFollowWorld(): void {
  const refresh = useRefreshWorld();
  const api = useApi();
  const queries = useQueryClient();
  const onEvents = (events: readonly LiveEvent[]) => {
    if (events.some(({ kind }) => /^(entity|relationship|fact|image|npc|template)\./.test(kind))) void refresh();
    // Who writes a dialogue changes nothing else of the world, and writes often.
    else if (events.some(({ kind }) => kind.startsWith("dialogue_node."))) {
      void refreshQueries(queries, api.dialogues.lines.pathKey());
    }
  };
  useFollowProject({ page: "world", onEvents, gathersMs: GATHERS_MS });
}

/**
 * Changes a profile as it was read, or as a change left it. A value that somebody else changed since it was read is refused and left as it is.
 *
 * @throws what the server refuses it with.
 */
export function useChangeEntity(entity: Entity): (patch: EntityPatch, read?: Entity) => Promise<Entity> {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const refresh = useRefreshWorld();
  return async (patch, read = entity) => {
    const input = { project_id, entity_id: entity.id };
    const base = read.valid_from_seq === null ? {} : { base_seq: read.valid_from_seq };
    const changed = await client.entities.update.mutate({ ...input, ...patch, ...base });
    queries.setQueryData(api.entities.get.queryKey(input), changed);
    void refresh();
    return changed;
  };
}
