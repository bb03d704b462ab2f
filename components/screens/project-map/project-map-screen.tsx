"use client";

import { useQuery } from "@tanstack/react-query";
import type { LiveEvent } from "../../editor/live/live-message.ts";
import { useFollowProject } from "../../editor/live/use-follow-project.ts";
import { mapRead } from "../../frame/ahead/first-reads.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StoryMap } from "./project-map.tsx";

const GATHERS_MS = 1_000;

/** The dialogues of a project and where each leads. */
export function ProjectMapScreen() {
  return (
    <Shell title={<h1 className="text-13">Map</h1>}>
      <MapBody />
    </Shell>
  );
}

function MapBody() {
  const project_id = useProjectId();
  const { at } = useMoment();
  const readAgain = useRefresh((api) => [api.dialogues.map.pathKey()]);
  const query = useQuery(mapRead(useReadScope()));
  const onEvents = (events: readonly LiveEvent[]) => {
    if (at === null && events.some(({ kind }) => /^dialogue(_node)?\./.test(kind))) {
      void readAgain();
    }
  };
  useFollowProject({ page: "map", onEvents, gathersMs: GATHERS_MS });
  const list = `/projects/${project_id}/dialogues`;
  const hrefOf = (id: string) => `${list}/${id}${at === null ? "" : `?at=${at}`}`;
  if (query.data === undefined) {
    if (query.error === null) return <MapLoading />;
    return (
      <ErrorState
        what="The map"
        error={query.error}
        onRetry={() => void query.refetch()}
        back={{ href: list, label: "Go to the dialogues" }}
      />
    );
  }
  if (query.data.dialogues.length === 0) {
    return (
      <EmptyState
        action={
          <PageLink href={list} className="link text-13">
            Go to the dialogues
          </PageLink>
        }
      >
        No dialogues yet. The map shows where each one leads.
      </EmptyState>
    );
  }
  return <StoryMap map={query.data} hrefOf={hrefOf} />;
}

/** The map while it is read: some boxes in its middle. */
function MapLoading() {
  return (
    <div className="grid grow place-items-center bg-canvas p-6">
      <Loading what="the map" />
      <div aria-hidden="true" className="grid grid-cols-2 gap-x-16 gap-y-10">
        {["a", "b", "c", "d"].map((box) => (
          <Skeleton key={box} className="h-16 w-44 max-sm:w-28" />
        ))}
      </div>
    </div>
  );
}
