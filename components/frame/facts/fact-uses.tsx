"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { ErrorState } from "../session/error-state.tsx";
import { CardLink } from "./card-link.tsx";

const MOST = 100;

/** Cards that let somebody learn a fact, and cards that ask who knows it, each as a link. */
export function FactUses({ factId }: { factId: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data, error, refetch } = useQuery(
    useApi().facts.uses.queryOptions({ project_id, fact_id: factId, limit: MOST, ...reading }),
  );
  if (data === undefined) {
    return error === null ? (
      <LoadingRows what="the cards" rows={2} className="h-6" />
    ) : (
      <ErrorState what="The cards" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.total === 0) return <p className="py-1 text-13 text-ink-2">No card teaches it or asks for it.</p>;
  const uses = new Map(data.uses.map((use) => [`${use.node_id} ${use.access}`, use]));
  return (
    <>
      <ul aria-label="Cards that use it" className="space-y-1 text-13">
        {[...uses].map(([key, { node_id, access }]) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-12 text-ink-2">{access === "write" ? "Taught by" : "Asked by"}</span>
            <CardLink nodeId={node_id} />
          </li>
        ))}
      </ul>
      {data.has_more && (
        <p className="mt-1 text-12 text-ink-2">{counted(data.total - data.uses.length, "more use")}.</p>
      )}
    </>
  );
}
