"use client";

import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { isEntityId } from "./named-values.ts";

/** Entities of one name that are looked at. */
const LOOKED_AT = 50;

/** Entity that a text names, by its id; null for none. */
export type FoundEntity = { readonly id: string | null } | { readonly problem: string };

/** Finds the entity that a text names by its id or its name; empty is none. `type` is the type that it has, null for any. */
export function useFindEntity() {
  const project_id = useProjectId();
  const client = useStudioClient();
  return async (text: string, type: string | null): Promise<FoundEntity> => {
    const said = text.trim();
    if (said === "") return { id: null };
    if (isEntityId(said)) return { id: said };
    const ofType = type === null ? {} : { type };
    const asked = { project_id, limit: LOOKED_AT, sort_by: "name", ...ofType } as const;
    const { entities } = await client.entities.list.query({ ...asked, q: said });
    const [one, ...others] = entities.filter(({ name }) => name.toLowerCase() === said.toLowerCase());
    if (others.length > 0) return { problem: `Several are called “${said}”.` };
    if (one !== undefined) return { id: one.id };
    const called = await client.entities.list.query({ ...asked, external_id: said });
    const [own] = called.entities;
    return own === undefined ? { problem: `No ${type ?? "part of the world"} is called “${said}”.` } : { id: own.id };
  };
}
