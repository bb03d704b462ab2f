"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import type { Fact } from "./fact-words.ts";

/** Facts that are asked about at once. */
const MOST = 100;

/** Returns the ids of those of some facts that hold again, because what took their place is gone. */
export function useHoldAgain(facts: readonly Fact[]): ReadonlySet<string> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const ids = facts
    .flatMap(({ id, superseded_by, superseded_mode }) =>
      superseded_by === null || superseded_mode === "retcon" ? [] : id,
    )
    .slice(0, MOST)
    .join(",");
  const { data } = useQuery(
    useApi().facts.list.queryOptions(
      { project_id, ids, superseded: false, limit: MOST, ...reading },
      { enabled: ids !== "" },
    ),
  );
  return useMemo(() => new Set(data?.facts.map(({ id }) => id)), [data]);
}
