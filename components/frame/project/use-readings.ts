"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { refreshQueries } from "../api/refresh-queries.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

export type ReadingCheck = Outputs["readings"]["check"]["readings"][number];
export type ReadingLine = NonNullable<ReadingCheck["kept"]>;

/** Readings that one request checks. */
const PAGE = 100;
/** Readings that are checked while somebody writes; those beyond are checked by whoever asks the API. */
const MOST = 500;

const CHECKS = "reading-checks";

/**
 * The kept readings that come through a dialogue, each checked in the story at a sequence: again whenever that changes, in the background,
 * with what was known before shown meanwhile.
 */
export function useReadingChecks(graph_id: string, seq: number) {
  const client = useStudioClient();
  const project_id = useProjectId();
  const { reading } = useMoment();
  return useQuery({
    queryKey: [CHECKS, project_id, graph_id, reading, seq],
    queryFn: async () => {
      const readings: ReadingCheck[] = [];
      for (let goesOn = true; goesOn && readings.length < MOST; ) {
        const input = { project_id, graph_id, limit: PAGE, offset: readings.length, ...reading };
        const page = await client.readings.check.query(input);
        readings.push(...page.readings);
        goesOn = page.has_more && page.readings.length > 0;
      }
      return readings;
    },
    placeholderData: keepPreviousData,
  });
}

/** Checks readings again, once one of them or the story was changed from here. */
export function useRefreshReadings(): () => Promise<void> {
  const queries = useQueryClient();
  return () => refreshQueries(queries, [CHECKS]);
}
