"use client";

import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { isRefusal } from "../../../frame/api/client.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { pageOfType, profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCheckpoints } from "../../../frame/project/use-checkpoints.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Shell } from "../../../frame/shell/shell.tsx";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { whyNot } from "../../../ui/form/form-errors.ts";
import { Select } from "../../../ui/select.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.ts";
import { PAGE_WORDS, type ProfilePage } from "../words.ts";
import { AskedRestore } from "./asked-restore.tsx";
import { Problem, useAttempt } from "./attempt.tsx";
import { Knowledge } from "./knowledge.tsx";
import { LinesSection } from "./lines-section.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { PropertiesSection } from "./properties-section.tsx";
import { RelationshipsSection } from "./relationships-section.tsx";
import { type Entity, useEntity, useFollowWorld, useLookAtWorld } from "./use-profile.ts";

/** One character, place or thing: what is written about it, who it is related to, and of a character what it says and knows. */
export function ProfileScreen({ entityId, page }: { entityId: string; page: ProfilePage }) {
  const projectId = useProjectId();
  const { title, one } = PAGE_WORDS[page];
  return (
    <Shell
      section="world"
      restores={`this ${one}`}
      title={
        <Link href={`/projects/${projectId}/${page}`} prefetch={false} className="link text-13">
          {title}
        </Link>
      }
    >
      <Profile key={entityId} entityId={entityId} page={page} />
      <AskedRestore entityId={entityId} page={page} />
    </Shell>
  );
}

function Profile({ entityId, page }: { entityId: string; page: ProfilePage }) {
  const project_id = useProjectId();
  const { data, error, refetch } = useEntity(entityId);
  useFollowWorld();
  const { one, many } = PAGE_WORDS[page];
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        what={`This ${one}`}
        error={error}
        onRetry={() => void refetch()}
        back={{ href: `/projects/${project_id}/${page}`, label: `Go to the ${many}` }}
      />
    );
  }
  if (data === undefined) return <LoadingRows what={`the ${one}`} rows={6} className="h-8" />;
  const isCharacter = data.type === "character";
  return (
    <div className="w-full max-w-4xl px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-80">
          <ProfileHead entity={data} />
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <ChooseMoment />
          <Link
            href={`/projects/${project_id}/timeline?about=${entityId}`}
            prefetch={false}
            className="link inline-flex min-h-7 items-center text-13"
          >
            What happened to it
          </Link>
          <DeleteProfile entity={data} />
        </div>
      </div>
      <PropertiesSection entity={data} />
      <RelationshipsSection entity={data} />
      {isCharacter && <LinesSection entity={data} />}
      {isCharacter && <Knowledge entityId={entityId} name={data.name} />}
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
    ...(isNamed ? [] : [{ value: String(at), label: "An earlier moment" }]),
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

/** Deletes what a profile is about, with its relationships. It comes back with them by Undo and from Recently deleted. */
function DeleteProfile({ entity }: { entity: Entity }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const router = useRouter();
  const look = useLookAtWorld();
  const reason = reasonOf(useCan()("change"));
  const { problem, setProblem, attempt } = useAttempt();
  /** What would go along, while that is asked about. */
  const [along, setAlong] = useState<{ readonly parts: number; readonly relationships: number } | null>(null);
  async function remove(children?: "cascade"): Promise<void> {
    setProblem(null);
    try {
      const input = { project_id, entity_id: entity.id, ...(children !== undefined && { children }) };
      const gone = await client.entities.delete.mutate(input);
      const others = gone.entities.length - 1 + gone.relationships.length;
      showToast({
        text: `“${entity.name}” is deleted${others === 0 ? "" : ` with ${others} more`}.`,
        undo: () =>
          void client.record.restore
            .mutate({ project_id, subject_id: entity.id })
            .then(() => router.push(profileAddress(project_id, entity, null)))
            .catch(() =>
              showToast({ text: `“${entity.name}” could not be brought back. It waits in Recently deleted.` }),
            ),
      });
      await look();
      router.push(`/projects/${project_id}/${pageOfType(entity.type)}`);
    } catch (error) {
      const isParent = isRefusal(error) && error.data?.problem?.code === "has_children";
      if (isParent) await ask();
      else setProblem(whyNot(error));
    }
  }
  /** Tries the deletion out, to say what goes along before anything does. */
  const ask = () =>
    attempt(async () => {
      const input = { project_id, entity_id: entity.id, children: "cascade", dry_run: true } as const;
      const { entities, relationships } = await client.entities.delete.mutate(input);
      setAlong({ parts: entities.length - 1, relationships: relationships.length });
    });
  return (
    <>
      <AlertDialog
        open={along !== null}
        onClose={() => setAlong(null)}
        title={`Delete “${entity.name}” with everything in it?`}
        description={
          <p>
            With it {along?.parts === 1 ? "goes" : "go"}{" "}
            {counted(along?.parts ?? 0, "part of the world", "parts of the world")} within it
            {(along?.relationships ?? 0) > 0 && ` and ${counted(along?.relationships ?? 0, "relationship")}`}. All of it
            comes back with Undo, or from Recently deleted.
          </p>
        }
        action="Delete all of it"
        onAct={() => void remove("cascade")}
      />
      <Button
        icon={<Trash2 aria-hidden="true" size={14} />}
        size="sm"
        disabledReason={reason}
        onClick={() => void remove()}
      >
        Delete
      </Button>
      <Problem problem={problem} />
    </>
  );
}
