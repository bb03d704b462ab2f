"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSession } from "../../frame/session/session-provider.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Participant } from "./talk-words.ts";

type Kind = Participant["kind"];

const KINDS = [
  { value: "npc", label: "A character", means: "Answers what is said to it." },
  { value: "player", label: "A player", means: "Of your game." },
  { value: "gm", label: "A game master", means: "Such as you: speaks at any time." },
] as const satisfies readonly { value: Kind; label: string; means: string }[];

/** Characters and players that are offered. */
const OFFERED = 200;
const MOST_NAME = 100;

/** Dialog that lets somebody into a talk: a character with a voice, a player, or a game master. */
export function AddParticipant({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const session = useSession();
  const [kind, setKind] = useState<Kind>("npc");
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState(session.name.slice(0, MOST_NAME));
  const refresh = useRefresh(({ conversations }) => [conversations.participants.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const npcs = useQuery(api.npcs.list.queryOptions({ project_id, limit: OFFERED }, { enabled: kind === "npc" }));
  const players = useQuery(
    api.players.list.queryOptions({ project_id, limit: OFFERED }, { enabled: kind === "player" }),
  );
  const options =
    kind === "npc"
      ? (npcs.data?.npcs ?? []).flatMap(({ id, name: own, role, state }) =>
          state === "active" ? [{ value: id, label: own ?? "A deleted character", hint: role }] : [],
        )
      : (players.data?.players ?? []).flatMap(({ id, external_id, display_name, erased_at }) =>
          erased_at === null
            ? [{ value: id, label: typeof display_name === "string" ? display_name : String(external_id), hint: "" }]
            : [],
        );
  const isRead = kind === "npc" ? npcs.data !== undefined : players.data !== undefined;
  const add = () =>
    attempt(async () => {
      const who =
        kind === "gm"
          ? { name: name.trim() }
          : kind === "npc"
            ? { npc_id: chosen ?? "" }
            : { player_id: chosen ?? "", name: options.find(({ value }) => value === chosen)?.label };
      await client.conversations.addParticipant.mutate({ project_id, conversation_id: conversationId, kind, ...who });
      await refresh();
      onClose();
    });
  const missing =
    kind === "gm"
      ? name.trim() === ""
        ? "Give a name first."
        : null
      : chosen === null
        ? "Choose somebody first."
        : null;
  return (
    <DialogPopup
      size="sm"
      title="Add somebody"
      onClose={onClose}
      footer={
        <DialogChoice onCancel={onClose} disabled={isBusy} disabledReason={missing} onClick={() => void add()}>
          Add
        </DialogChoice>
      }
    >
      <fieldset className="mb-4">
        <legend className="sr-only">Who it is</legend>
        <OptionCards
          value={kind}
          onChange={(next) => {
            setKind(next);
            setChosen(null);
          }}
          options={KINDS}
        />
      </fieldset>
      {kind === "gm" ? (
        <label className="block text-13">
          <span className="mb-1 block font-medium text-12 text-ink-2">Name in the talk</span>
          <input
            dir="auto"
            maxLength={MOST_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
            className={CONTROL}
          />
        </label>
      ) : (
        <Combobox
          key={kind}
          label={kind === "npc" ? "Character" : "Player"}
          options={options}
          value={chosen}
          nothing={isRead ? "Nobody is called that." : "Loading…"}
          onChoose={setChosen}
        />
      )}
      {kind === "npc" && isRead && options.length === 0 && (
        <p className="mt-2 text-12 text-ink-2">
          No character has a voice yet. Give one a voice under{" "}
          <PageLink href={`/projects/${project_id}/cast`} className="link">
            Cast
          </PageLink>
          .
        </p>
      )}
      <AlertLine className="mt-2 text-13">{problem}</AlertLine>
    </DialogPopup>
  );
}
