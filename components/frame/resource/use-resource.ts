"use client";

import type { QueryKey } from "@tanstack/react-query";
import type { JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { useListQuery } from "../list/use-list-query.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

/** A subject of a recorded resource, as its list answers it. */
export interface Subject {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly valid_from_seq: number | null;
  readonly [field: string]: unknown;
}

/** Operations of an area, by their names: those of the resource's declaration, which its type says nothing of here. */
type Calls = Readonly<
  Record<
    string,
    {
      query(input: object, options?: { signal: AbortSignal }): Promise<unknown>;
      mutate(input: object): Promise<unknown>;
    }
  >
>;

interface Keys {
  readonly list: { queryKey(input: object): QueryKey };
  pathKey(): QueryKey;
}

type Page<Row> = { readonly has_more: boolean; readonly total?: number | null } & Readonly<
  Record<string, readonly Row[]>
>;

/** The subjects of a resource at the moment that is looked at, and what can be done with them. */
export function useResource<Row extends Subject>({ area, list, param }: ResourceScreenData) {
  const project_id = useProjectId();
  const input = { project_id, ...useMoment().reading };
  const calls = (useStudioClient() as unknown as Readonly<Record<string, Calls>>)[area] as Calls;
  const keys = (useApi() as unknown as Readonly<Record<string, Keys>>)[area] as Keys;
  const source = useListQuery({
    queryKey: keys.list.queryKey(input),
    changes: keys.pathKey(),
    ask: (page, signal) => calls.list?.query({ ...input, ...page }, { signal }) as Promise<Page<Row>>,
    rowsOf: (page) => page[list] ?? [],
    isWhole: true,
  });
  const call = (name: string, more: object) => calls[name]?.mutate({ project_id, ...more });
  return {
    source,
    /** Asks for all of them in a format of their export. */
    exported: (format: string) =>
      calls.export?.query({ ...input, format }) as Promise<{ filename: string; content: string }>,
    /** Asks for an operation on all of them. */
    ask: (name: string, body: object) => call(name, body) as Promise<Row>,
    /** Asks for an operation on one; `seq` is the version that a change was made on. */
    askOf: ({ id }: Row, name: string, body: JsonObject = {}) => call(name, { [param]: id, ...body }) as Promise<Row>,
  };
}
