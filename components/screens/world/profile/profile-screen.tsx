"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { FactsAbout } from "../../../frame/facts/facts-about.tsx";
import { useFileAddress } from "../../../frame/files/use-file-address.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { pageOfType, profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCheckpoints } from "../../../frame/project/use-checkpoints.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Shell } from "../../../frame/shell/shell.tsx";
import { Button } from "../../../ui/button.tsx";
import { latePart } from "../../../ui/late.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Select } from "../../../ui/select.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { useOpenPage } from "../../../ui/use-open-page.ts";
import { TalkButton } from "../cast/talk/talk-button.tsx";
import { useDeletion } from "../entity/delete-entity.tsx";
import { Face } from "../entity/face.tsx";
import { Problem } from "../entity/problem.tsx";
import { AuthorsAsked, type Entity, useEntity, useFollowWorld, usePicturesInput } from "../entity/use-entity.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";
import { AskedRestore } from "./asked-restore.tsx";
import { ComparedProfile } from "./compared-profile.tsx";
import { Knowledge } from "./knowledge.tsx";
import { LinesSection } from "./lines-section.tsx";
import { isMember, MembersSection } from "./members-section.tsx";
import { PicturesSection } from "./pictures-section.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { PropertiesSection } from "./properties-section.tsx";
import { RelationshipsSection } from "./relationships-section.tsx";

const VoiceSection = latePart(
  () => import("../cast/voice-section.tsx").then((part) => part.VoiceSection),
  () => <LoadingRows what="the voice" rows={2} className="h-8" />,
);

const TalkPane = latePart(
  () => import("../cast/talk/talk-pane.tsx").then((part) => part.TalkPane),
  () => <LoadingRows what="the talk" rows={4} className="h-8" />,
);

/** One character, place, group or thing: what is written about it, who it is related to, and of a character what it says and knows. */
export function ProfileScreen({ entityId, page }: { entityId: string; page: ProfilePage }) {
  const projectId = useProjectId();
  const { title, one } = PAGE_WORDS[page];
  return (
    <Shell
      restores={`this ${one}`}
      showsChanges
      title={
        <PageLink href={`/projects/${projectId}/${page}`} className="link text-13">
          {title}
        </PageLink>
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
  const [asksAuthors, setAsksAuthors] = useState(false);
  const [isTalking, setTalking] = useState(false);
  const talkButton = useRef<HTMLButtonElement>(null);
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
  const endTalk = () => {
    setTalking(false);
    requestAnimationFrame(() => talkButton.current?.focus());
  };
  const profile = (
    <AuthorsAsked value={asksAuthors}>
      <div className="w-full max-w-5xl px-5 py-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 grow basis-96 items-start gap-4">
            <ProfileFace entity={data} />
            <div className="min-w-0 grow">
              <ProfileHead entity={data} />
            </div>
          </div>
          <div className="flex flex-wrap items-end gap-2">
            <TalkButton ref={talkButton} entity={data} isTalking={isTalking} onTalk={() => setTalking(true)} />
            <ChooseMoment />
            {page === "places" && (
              <PageLink
                href={`/projects/${project_id}/places?place=${entityId}`}
                className="link inline-flex min-h-7 items-center text-13"
              >
                Show among places
              </PageLink>
            )}
            <PageLink
              href={`/projects/${project_id}/history?about=${entityId}`}
              className="link inline-flex min-h-7 items-center text-13"
            >
              History
            </PageLink>
            <Button size="sm" variant="quiet" aria-pressed={asksAuthors} onClick={() => setAsksAuthors(!asksAuthors)}>
              Who wrote what
            </Button>
            <DeleteProfile entity={data} />
          </div>
        </div>
        <ComparedProfile entityId={entityId} />
        <PropertiesSection entity={data} />
        <PicturesSection entity={data} />
        {page === "groups" && <MembersSection entity={data} />}
        <RelationshipsSection entity={data} {...(page === "groups" && { isElsewhere: isMember })} />
        <VoiceSection entity={data} />
        {isCharacter && <LinesSection entity={data} />}
        <FactsAbout entity={data} />
        {(isCharacter || page === "groups") && <Knowledge entityId={entityId} name={data.name} />}
      </div>
    </AuthorsAsked>
  );
  // Beside a talk the profile is read and written on; a narrow window shows the talk alone.
  return (
    <div className={isTalking ? "absolute inset-0 flex" : "contents"}>
      <div className={isTalking ? "min-w-0 grow overflow-y-auto max-lg:hidden" : "contents"}>{profile}</div>
      {isTalking && <TalkPane entity={data} moment={<ChooseMoment />} onClose={endTalk} />}
    </div>
  );
}

/** The first picture of a profile, or its initials or sign. */
function ProfileFace({ entity }: { entity: Entity }) {
  const project_id = useProjectId();
  const { data } = useQuery(useApi().images.list.queryOptions(usePicturesInput(entity.id)));
  const first = data?.images[0];
  const address = useFileAddress(project_id, first?.file ?? null);
  return (
    <Face
      entity={entity}
      size="lg"
      {...(address !== undefined && {
        // biome-ignore lint/performance/noImgElement: a signed address is for the browser alone, and no image service may fetch it.
        picture: <img src={address} alt="" className="size-full object-cover" />,
      })}
    />
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

/** Deletes what a profile is about, with its relationships. */
function DeleteProfile({ entity }: { entity: Entity }) {
  const project_id = useProjectId();
  const openPage = useOpenPage();
  const reason = reasonOf(useCan()("change"));
  const { remove, question, problem } = useDeletion<Entity>({
    onGone: ({ type }) => openPage(`/projects/${project_id}/${pageOfType(type)}`),
    onBack: (back) => openPage(profileAddress(project_id, back)),
  });
  return (
    <>
      {question}
      <Button
        icon={<Trash2 aria-hidden="true" size={14} />}
        size="sm"
        variant="quiet"
        disabledReason={reason}
        onClick={() => void remove(entity)}
      >
        Delete
      </Button>
      <Problem problem={problem} />
    </>
  );
}
