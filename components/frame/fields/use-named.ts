"use client";

import { useQueries } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

/** Entity that a value names, as its name and link are shown. */
export interface NamedEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Entities that values name: null where there is none, absent while that is not known. */
export type NamedEntities = ReadonlyMap<string, NamedEntity | null>;

/** Ids, or external ids, that are asked about for one place of a screen. */
const MOST = 40;

const ID = /^ent_[0-9a-z]{26}$/;
/** External ids as imports and spreadsheets write them: words without spaces, joined by signs. */
const EXTERNAL_ID = /^[\p{L}\p{N}]+([-_.:/][\p{L}\p{N}]+)+$/u;

/** Whether a text could name an entity: by its id, or by an external id of several words. */
export function mayName(value: unknown): value is string {
  return typeof value === "string" && value.length <= 255 && (ID.test(value) || EXTERNAL_ID.test(value));
}

/** Reads the entities that texts name by their ids or external ids. */
export function useNamed(texts: readonly string[]): NamedEntities {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const asked = [...new Set(texts)].slice(0, MOST);
  return useQueries({
    queries: asked.map((text) =>
      api.entities.list.queryOptions({
        project_id,
        limit: 1,
        ...(ID.test(text) ? { ids: text } : { external_id: text }),
        ...reading,
      }),
    ),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, error }, at): [string, NamedEntity | null][] => {
          const text = asked[at];
          const isOpen = data === undefined && error === null;
          return isOpen || text === undefined ? [] : [[text, data?.entities[0] ?? null]];
        }),
      ),
  });
}
