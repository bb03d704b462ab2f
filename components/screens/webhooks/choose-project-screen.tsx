"use client";

import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { useIsManager } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { TroubledWebhooks } from "../../frame/shell/troubled-webhooks.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { NotForYou } from "./webhooks-screen.tsx";

/** The way to the webhooks from outside of a project: each project has its own. */
export function ChooseProjectScreen() {
  const isManager = useIsManager();
  return <Shell title={<h1 className="text-13">Webhooks</h1>}>{isManager ? <Projects /> : <NotForYou />}</Shell>;
}

function Projects() {
  const { projects, error, refetch } = useEveryProject(true);
  if (projects === undefined && error !== null) {
    return <ErrorState what="The projects" error={error} onRetry={() => void refetch()} />;
  }
  if (projects === undefined) {
    return (
      <div className="mx-auto w-full max-w-2xl space-y-2 px-5 py-8">
        <Loading what="the projects" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    );
  }
  if (projects.length === 0) {
    return (
      <EmptyState link={{ href: "/docs/reference/webhooks", label: "Webhooks in the API reference" }}>
        No projects yet. A webhook sends the changes of a project.
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto w-full max-w-2xl px-5 py-6">
      <TroubledWebhooks />
      <h2 className="mb-1 font-semibold text-14">Choose a project</h2>
      <p className="mb-3 text-13 text-ink-2">Each project has its own webhooks.</p>
      <ul>
        {projects.map(({ id, name, mode }) => (
          <li key={id} className="flex items-center gap-3 border-line border-b py-2">
            <PageLink
              href={`/projects/${id}/webhooks`}
              dir="auto"
              className="min-w-0 grow break-words font-medium text-13 hover:underline"
            >
              {name}
            </PageLink>
            <Badge tone={mode === "test" ? "warn" : "ok"}>{mode === "test" ? "Test" : "Live"}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
