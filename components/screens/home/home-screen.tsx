"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useAskedMaking } from "../../frame/commands/asked-making.ts";
import { CommandButton } from "../../frame/commands/command-menu.tsx";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { showsWelcome, useFirstSteps } from "../../frame/session/first-steps.ts";
import { useIsGuest, useSession } from "../../frame/session/session-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { TroubledWebhooks, useWebhookTroubles } from "../../frame/shell/troubled-webhooks.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { Activity } from "./activity.tsx";
import { AllProjects } from "./all-projects.tsx";
import { Attention } from "./attention.tsx";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { OwnInvitations } from "./own-invitations.tsx";
import { PutAwayProjects } from "./put-away-projects.tsx";
import { Samples } from "./samples.tsx";
import { type RecentDialogue, useProjects, useRecentDialogues, useSample } from "./use-home.ts";
import { Welcome } from "./welcome.tsx";

const NewProjectLate = late(() => import("./new-project.tsx").then((part) => part.NewProject));

const ImportProjectLate = late(() => import("./import-project.tsx").then((part) => part.ImportProject));

/** First page of the studio: the person's recent work, and the projects. */
export function HomeScreen() {
  const { workspaceName } = useSession();
  return (
    <Shell
      title={
        <h1 className="truncate text-13" dir="auto">
          {workspaceName}
        </h1>
      }
    >
      <HomeBody />
    </Shell>
  );
}

function HomeBody() {
  const [isCreating, setCreating] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const change = reasonOf(useCan()("change"));
  const isGuest = useIsGuest();
  const ImportProject = useLate(ImportProjectLate, isImporting);
  const wish = useAskedMaking();
  const isNew = isCreating || (wish.name !== null && change === null);
  const NewProject = useLate(NewProjectLate, isNew);
  const pages = useProjects();
  const { projects, error, refetch } = pages;
  const recent = useRecentDialogues(projects);
  const sample = useSample(projects);
  const steps = useFirstSteps();
  const troubles = useWebhookTroubles();
  const invited = useQuery(useApi().members.myInvitations.queryOptions({}));
  // What stands above the projects is known before they are shown: nothing moves down under a pointer. While
  // troubles that failed are read again, home stays: their section, shown anew, would read them once more, without end.
  const isReading =
    projects === undefined ||
    invited.isPending ||
    (troubles.isLoading && !troubles.isFetched) ||
    (sample === undefined && projects.length > 0);
  const latest = projects?.[0];
  useCommandHandlers({ "project.new": () => setCreating(true) });
  const importing = !isGuest && (
    <Button size="sm" icon={<Upload className="size-3.5" />} disabledReason={change} onClick={() => setImporting(true)}>
      Import a project
    </Button>
  );

  return (
    <div className="mx-auto w-full max-w-6xl grow px-5 pt-8 pb-28 sm:px-8">
      {projects === undefined && error !== null && (
        <ErrorState what="Your projects" error={error} onRetry={() => void refetch()} />
      )}
      {isReading && error === null && <Reading />}
      {!isReading && <OwnInvitations invitations={invited.data?.invitations ?? []} />}
      {!isReading && <TroubledWebhooks />}
      {!isReading && projects.length === 0 && isGuest && (
        <EmptyState>You are in no project yet. Ask whoever invited you to let you into one.</EmptyState>
      )}
      {!isReading && projects.length === 0 && !isGuest && (
        <>
          <EmptyState
            action={
              <span className="flex flex-wrap items-center justify-center gap-2">
                <CommandButton id="project.new" variant="primary" icon={<Plus className="size-4" />} />
                {importing}
              </span>
            }
            link={{ href: "/docs", label: "What a project contains" }}
          >
            No projects yet.
          </EmptyState>
          <PutAwayProjects />
          <Samples />
        </>
      )}
      {!isReading && latest !== undefined && sample !== undefined && (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0">
            {showsWelcome(steps, sample !== null) && <Welcome sample={sample} latest={latest} />}
            <ContinueList dialogues={recent} />
            <AllProjects
              pages={pages}
              actions={
                !isGuest && (
                  <>
                    {importing}
                    <CommandButton id="project.new" size="sm" icon={<Plus className="size-3.5" />} />
                  </>
                )
              }
            />
            <PutAwayProjects />
            {!isGuest && <Samples />}
          </div>
          <aside aria-label="Tasks and activity">
            <FirstStepsCard steps={steps} sample={sample} />
            {/* What is found late, and again and again, moves nothing that is pressed. */}
            <Attention />
            <Activity projects={projects} />
          </aside>
        </div>
      )}
      {ImportProject !== null && <ImportProject onClose={() => setImporting(false)} />}
      {NewProject !== null && (
        <NewProject
          name={wish.name ?? undefined}
          onClose={() => {
            setCreating(false);
            wish.end();
          }}
        />
      )}
    </div>
  );
}

function Reading() {
  return (
    <div>
      <Loading what="your projects" />
      <div className="mb-10 grid gap-2 sm:grid-cols-3">
        {["a", "b", "c"].map((key) => (
          <Skeleton key={key} className="h-20" />
        ))}
      </div>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="mb-3 h-24" />
      ))}
    </div>
  );
}

/** The dialogues one was in last. */
function ContinueList({ dialogues }: { dialogues: readonly RecentDialogue[] | undefined }) {
  if (dialogues?.length === 0) return null;
  return (
    <TitledSection title="Continue" className="mb-10">
      <ul className="grid gap-2 sm:grid-cols-3">
        {dialogues === undefined
          ? ["a", "b", "c"].map((key) => (
              <li key={key}>
                <Skeleton className="h-20" />
              </li>
            ))
          : dialogues.map((dialogue) => (
              <li key={dialogue.id}>
                <PageLink
                  href={dialogue.href}
                  className="flex h-full min-h-20 flex-col justify-between gap-1.5 rounded-card border border-line bg-panel px-3.5 py-2.5 hover:border-accent"
                >
                  <span className="line-clamp-2 font-reading text-15" dir="auto">
                    {dialogue.name}
                  </span>
                  <span className="numerals truncate text-12 text-ink-3">
                    <span dir="auto">{dialogue.project}</span> · {counted(dialogue.nodes, "card")} ·{" "}
                    <LocalTime iso={dialogue.editedAt} />
                  </span>
                </PageLink>
              </li>
            ))}
      </ul>
    </TitledSection>
  );
}
