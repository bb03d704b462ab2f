"use client";

import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { isEntityId } from "./named-values.ts";

/** Entities of one name that are looked at. */
const LOOKED_AT = 50;

/** Finds the place that a text names by its id or its name; empty is none. */
export function useFindPlace() {
  const project_id = useProjectId();
  const client = useStudioClient();
  return async (text: string): Promise<{ readonly id: string | null } | { readonly problem: string }> => {
    const said = text.trim();
    if (said === "") return { id: null };
    if (isEntityId(said)) return { id: said };
    const { entities } = await client.entities.list.query({ project_id, q: said, limit: LOOKED_AT, sort_by: "name" });
    const found = entities.filter(({ name }) => name.toLowerCase() === said.toLowerCase());
    const places = found.filter(({ type }) => type === "location");
    const [one, ...others] = places.length > 0 ? places : found;
    if (one === undefined) return { problem: `No place is called “${said}”.` };
    return others.length > 0 ? { problem: `Several places are called “${said}”.` } : { id: one.id };
  };
}
