"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Inputs, Outputs } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";
import type { ProjectVariable } from "./project-queries.ts";

export type VariableUse = Outputs["variables"]["uses"]["uses"][number];
export type VariableFields = Omit<Inputs["variables"]["create"], "project_id" | "id">;

/** Returns the uses of a variable; `limit` is the most that are listed. */
export function useVariableUses(variable_id: string, limit: number) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  return useQuery(useApi().variables.uses.queryOptions({ project_id, variable_id, limit, ...reading }));
}

/** Writes of variables; whatever shows variables reads them again afterwards. */
export function useVariableWrites() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const changed = useRefresh((api) => [api.variables.pathKey()]);
  return {
    create: async (fields: VariableFields): Promise<ProjectVariable> => {
      const made = await client.variables.create.mutate({ project_id, ...fields });
      await changed();
      return made;
    },
    update: async (before: ProjectVariable, fields: Partial<VariableFields>): Promise<ProjectVariable> => {
      const base_seq = before.valid_from_seq;
      const input = { project_id, variable_id: before.id, ...fields, ...(base_seq !== null && { base_seq }) };
      const made = await client.variables.update.mutate(input);
      await changed();
      return made;
    },
    remove: async (variable_id: string): Promise<number> => {
      const { dangling_uses } = await client.variables.delete.mutate({ project_id, variable_id, force: true });
      await changed();
      return dangling_uses;
    },
    restore: async (subject_id: string): Promise<void> => {
      await client.record.restore.mutate({ project_id, subject_id });
      await changed();
    },
  };
}
