"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { closeWelcome } from "../../frame/session/first-steps.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";

type Sample = Outputs["samples"]["list"]["samples"][number];

/** Small finished projects to begin from. */
export function Samples() {
  const api = useApi();
  const { data, isPending, error, refetch } = useQuery(
    api.samples.list.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <TitledSection title="Start from a sample" heading="font-semibold text-14" className="mt-10">
      <p className="mt-0.5 mb-3 text-13 text-ink-2">A small finished project of your own to play and change.</p>
      {isPending && <LoadingRows what="the samples" rows={1} className="h-32" />}
      {error !== null && <ErrorState what="The samples" error={error} onRetry={() => void refetch()} />}
      <ul className="grid gap-2 sm:grid-cols-3">
        {data?.samples.map((sample) => (
          <SampleCard key={sample.id} sample={sample} />
        ))}
      </ul>
    </TitledSection>
  );
}

function SampleCard({ sample }: { sample: Sample }) {
  const { name, description, shows, minutes, nodes, entities } = sample;
  const begin = useBegin(sample);
  const change = reasonOf(useCan()("change"));
  return (
    <li className="flex flex-col rounded-card border border-line bg-panel px-3.5 py-3 text-13">
      <h3 className="font-reading text-16">{name}</h3>
      <p className="mt-1">{description}</p>
      <p className="mt-1.5 text-ink-2">{shows}</p>
      <p className="numerals mt-1.5 mb-3 text-12 text-ink-3">
        {counted(nodes, "card")} · {entities} places, people and things ·{" "}
        <span className="whitespace-nowrap">{counted(minutes, "minute")}</span>
      </p>
      <AlertLine className="mb-2">{begin.problem}</AlertLine>
      <Button
        size="sm"
        className="mt-auto self-start"
        disabled={begin.isPending}
        disabledReason={change}
        aria-label={begin.isPending ? undefined : `Start from ${name}`}
        onClick={() => begin.mutate()}
      >
        {begin.isPending ? "Creating…" : "Start"}
      </Button>
    </li>
  );
}

/** Makes a project of a sample and goes to where it is best begun with. */
function useBegin({ id }: Sample) {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.list.pathKey()]);
  const openPage = useOpenPage();
  return useChange({
    mutationFn: async () => {
      const { id: project_id } = await client.samples.createProject.mutate({ sample_id: id, mode: "test" });
      const { dialogues } = await client.dialogues.list.query({ project_id, limit: 1 });
      return { project_id, dialogue: dialogues[0] };
    },
    onSuccess: async ({ project_id, dialogue }) => {
      await readAgain();
      const isWorld = id === "region" || dialogue === undefined;
      closeWelcome();
      openPage(`/projects/${project_id}/${isWorld ? "places" : `dialogues/${dialogue.id}`}`);
    },
  });
}
