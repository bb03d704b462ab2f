"use client";

import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { type ProjectVariable, useDialogueNames } from "../../frame/project/project-queries.ts";
import { useVariableUses, type VariableUse } from "../../frame/project/variable-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { nodeAddress, PLACE_WORDS, usesByDialogue } from "./use-summary.ts";

/** Number of uses shown before more are asked for. */
const FIRST = 20;
const ALL = 500;

/** Lists the reads and writes of a variable, each as a link to its card. */
export function VariableUses({ variable }: { variable: ProjectVariable }) {
  const [limit, setLimit] = useState(FIRST);
  const { data, error, refetch } = useVariableUses(variable.id, limit);
  if (error !== null && data === undefined) {
    return (
      <Notice tone="error" title="Its uses could not be loaded">
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <>
        <Loading what="uses" />
        <Skeleton className="h-16" />
      </>
    );
  }
  if (data.total === 0) return <p className="text-13 text-ink-2">Not used yet.</p>;
  return (
    <>
      <UseList uses={data.uses} />
      {data.total > data.uses.length && (
        <p className="mt-3 flex flex-wrap items-baseline gap-2 text-12 text-ink-3">
          {data.uses.length} of {data.total} uses.
          {limit === FIRST && (
            <Button size="sm" variant="bare" onClick={() => setLimit(ALL)}>
              Show {Math.min(data.total, ALL)}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** Uses under their dialogues and cards. */
export function UseList({ uses }: { uses: readonly VariableUse[] }) {
  const projectId = useProjectId();
  const dialogues = useDialogueNames();
  const names = useNodeNames([...new Set(uses.map(({ node_id }) => node_id))]);
  return (
    <ul className="space-y-3 text-13">
      {[...usesByDialogue(uses)].map(([graphId, nodes]) => (
        <li key={graphId}>
          <h4 className="font-medium text-12 text-ink-3" dir="auto">
            {dialogues.get(graphId) ?? "A dialogue"}
          </h4>
          <ul className="mt-1 space-y-1.5">
            {[...nodes].map(([nodeId, places]) => (
              <li key={nodeId}>
                <PageLink href={nodeAddress(projectId, graphId, nodeId)} className="link break-words" dir="auto">
                  {names.get(nodeId) ?? "A card"}
                </PageLink>
                <span className="block text-12 text-ink-2">{places.map(placeOf).join(", ")}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function placeOf({ place, access }: VariableUse): string {
  const words = PLACE_WORDS[place];
  return place.endsWith("effects") ? `${words}: ${access === "write" ? "written" : "read"}` : words;
}

/** Names of cards that may be in any dialogue, as far as they are here. */
function useNodeNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const nodes = useQueries({
    queries: ids.map((node_id) => api.dialogues.getNode.queryOptions({ project_id, node_id, ...reading })),
  });
  return new Map(nodes.flatMap(({ data }) => (data === undefined ? [] : [[data.id, nodeName(data)] as const])));
}
