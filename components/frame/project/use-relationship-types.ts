"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

/** Newest relationships that are looked at. */
const LOOKED_AT = 200;

/** Types of the project's newest relationships, in alphabetical order; empty until they are here. */
export function useRelationshipTypes(): readonly string[] {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data } = useQuery(
    useApi().relationships.list.queryOptions({
      project_id,
      limit: LOOKED_AT,
      sort_by: "updated_at",
      sort_order: "desc",
      ...reading,
    }),
  );
  return [...new Set((data?.relationships ?? []).map(({ type }) => type))].sort();
}
