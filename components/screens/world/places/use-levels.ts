"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useApi } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { refreshQueries } from "../../../frame/api/refresh-queries.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { type Level, type Levels, PAGE, ROOT, type TreePlace } from "./place-tree.ts";

interface Answer {
  readonly data: Outputs["locations"]["children"] | undefined;
  readonly error: unknown;
}

/** The levels of what is open, at the moment that is looked at: the first page of each by itself, others when they are asked for. */
export function useLevels(open: ReadonlySet<string>) {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ReadonlySet<string>>(NONE);
  const wanted = useMemo(() => {
    const firsts = [ROOT, ...open].map((parent) => ({ parent, page: 0 }));
    const others = [...asked].map((key) => {
      const [parent = ROOT, page] = key.split(" ");
      return { parent, page: Number(page) };
    });
    return [...firsts, ...others.filter(({ parent }) => parent === ROOT || open.has(parent))];
  }, [open, asked]);
  const combine = useCallback((answers: readonly Answer[]) => levelsOf(wanted, answers), [wanted]);
  const optionsOf = ({ parent, page }: { parent: string; page: number }) =>
    api.locations.children.queryOptions({
      project_id,
      parent_id: parent,
      sort_by: "name",
      sort_order: "asc",
      limit: PAGE,
      offset: page * PAGE,
      ...reading,
    });
  const levels = useQueries({ queries: wanted.map(optionsOf), combine });
  return {
    levels,
    /** Reads a page that is not the first of its level. */
    ask: (parent: string, page: number) => {
      if (page > 0) setAsked((now) => (now.has(`${parent} ${page}`) ? now : new Set([...now, `${parent} ${page}`])));
    },
    /** Reads a page again that failed. */
    retry: (parent: string, page: number) => void refreshQueries(queries, optionsOf({ parent, page }).queryKey),
  };
}

const NONE: ReadonlySet<string> = new Set();

function levelsOf(wanted: readonly { parent: string; page: number }[], answers: readonly Answer[]): Levels {
  const levels = new Map<string, Level & { pages: Map<number, readonly TreePlace[] | "failed"> }>();
  for (const [at, { parent, page }] of wanted.entries()) {
    const level = levels.get(parent) ?? { total: null, pages: new Map() };
    const { data, error } = answers[at] ?? {};
    if (data !== undefined) level.pages.set(page, data.entities);
    else if (error != null) level.pages.set(page, "failed");
    levels.set(parent, page === 0 && data !== undefined ? { ...level, total: data.total } : level);
  }
  return levels;
}

/** A place and the way to it from the outermost, read where `placeId` names one. */
export function usePlace(placeId: string | null) {
  const api = useApi();
  const input = { project_id: useProjectId(), entity_id: placeId ?? "", ...useMoment().reading };
  const enabled = placeId !== null;
  const place = useQuery(api.locations.get.queryOptions(input, { enabled }));
  const above = useQuery(api.locations.ancestors.queryOptions(input, { enabled }));
  return {
    place: place.data as Entity | undefined,
    above: above.data?.entities,
    error: place.error ?? above.error,
    /** The way may be an older one: it is being read again. */
    isReading: above.isFetching,
  };
}
