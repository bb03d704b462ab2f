"use client";

import type { JsonObject } from "#domain/json.ts";
import { slugOfName } from "#domain/slug.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { isRefusal } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useCurrentProjectId } from "./project-provider.tsx";

/**
 * Makes a character, a place or a thing; answers its id.
 *
 * @throws what the server refuses it with.
 */
export function useCreateEntity(): (
  name: string,
  type: string,
  parentId?: string | null,
  properties?: JsonObject,
) => Promise<string> {
  const project_id = useCurrentProjectId();
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.entities.pathKey()]);
  return async (name, type, parentId, properties = {}) => {
    if (project_id === null) throw new Error("used outside ProjectProvider");
    const parent = parentId === undefined ? {} : { parent_id: parentId };
    const create = (external_id: string) =>
      client.entities.create.mutate({ project_id, external_id, type, name, properties, ...parent });
    const key = slugOfName(name, type);
    const made = await create(key).catch((error: unknown) => {
      const isTaken = isRefusal(error) && error.data?.problem?.code === "external_id_taken";
      if (!isTaken) throw error;
      return create(`${key}-${crypto.randomUUID().slice(0, 8)}`);
    });
    await readAgain();
    return made.id;
  };
}
