"use client";

import { useQuery } from "@tanstack/react-query";
import { useCheckpoints } from "../../editor/history/use-checkpoints.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { Knowledge } from "./knowledge.tsx";

/** One character: who it is, and what it knows at the moment that is looked at. */
export function CharacterScreen({ entityId }: { entityId: string }) {
  return (
    <Shell section="dialogues" title={<p className="text-13">Character</p>}>
      <Profile entityId={entityId} />
    </Shell>
  );
}

function Profile({ entityId }: { entityId: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data, error, refetch } = useQuery(
    useApi().entities.get.queryOptions({ project_id, entity_id: entityId, ...reading }),
  );
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        what="This character"
        error={error}
        onRetry={() => void refetch()}
        back={{ href: `/projects/${project_id}/characters`, label: "Go to the characters" }}
      />
    );
  }
  if (data === undefined) return <LoadingRows what="the character" rows={6} className="h-8" />;
  return (
    <div className="max-w-3xl px-5 py-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 dir="auto" className="min-w-0 break-words font-reading text-20 text-ink">
          {data.name}
        </h1>
        <ChooseMoment />
      </div>
      <Knowledge entityId={entityId} name={data.name} />
    </div>
  );
}

const NOW = "now";

/** Goes to one of the project's named moments, or back to now. */
function ChooseMoment() {
  const { at, goTo } = useMoment();
  const { data } = useCheckpoints().list;
  const named = data?.checkpoints ?? [];
  const isNamed = at === null || named.some(({ seq }) => seq === at);
  const options = [
    { value: NOW, label: "Now" },
    ...(isNamed ? [] : [{ value: String(at), label: `Seq ${at}` }]),
    ...named.map(({ seq, name }) => ({ value: String(seq), label: name })),
  ];
  return (
    <Select
      label="At the moment"
      className="w-56"
      options={options}
      value={at === null ? NOW : String(at)}
      onChange={(event) => goTo(event.target.value === NOW ? null : Number(event.target.value))}
    />
  );
}
