"use client";

import { type ReactNode, useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useHourlyCalls } from "../../frame/api/usage-queries.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { addressIn } from "../../frame/areas/areas.ts";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useCurrentProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { KeyCalls } from "./key-calls.tsx";
import { type ApiKey, isBeingReplaced, useKey, useReadKeysAgain } from "./key-queries.ts";
import { shortForm, statusOf } from "./key-status.ts";
import { KIND_WORDS, MODE_WORDS, SCOPE_WORDS } from "./key-words.ts";
import { LastUsed } from "./last-used.tsx";

const ChangeKeyLate = late(() => import("./change-key.tsx").then((part) => part.ChangeKey));
const RotateKeyLate = late(() => import("./rotate-key.tsx").then((part) => part.RotateKey));

const MINUTE_MS = 60_000;

interface KeyPanelProps {
  id: string;
  /** Undefined until all of them are here. */
  projectNames: ReadonlyMap<string, string> | undefined;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** One key: what it may do, who uses it, and what can be done about it. */
export function KeyPanel({ id, projectNames, onClose, onOpen }: KeyPanelProps) {
  const query = useKey(id);
  const projectId = useCurrentProjectId();
  return (
    <ListPanel
      title={query.data?.name ?? "Key"}
      what="the key"
      query={query}
      onClose={onClose}
      back={{ href: addressIn(projectId, "keys"), label: "Go to the keys" }}
    >
      {(apiKey) => (
        <div className="space-y-5 px-4 py-4">
          {isBeingReplaced(apiKey) && <Replacement apiKey={apiKey} />}
          <Acts apiKey={apiKey} />
          <Facts apiKey={apiKey} projectNames={projectNames} onOpen={onOpen} />
          <KeyCalls id={apiKey.id} />
        </div>
      )}
    </ListPanel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 border-line border-b py-1.5 last:border-b-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Facts({ apiKey, projectNames, onOpen }: { apiKey: ApiKey } & Omit<KeyPanelProps, "id" | "onClose">) {
  const { id, kind, mode, scopes, project_ids, created_at, created_by, last_used_at, expires_at, replaced_by } = apiKey;
  const now = useNow(MINUTE_MS);
  const actorName = useActorNames();
  const calls = useHourlyCalls()?.get(`key:${id}`);
  const { word, tone } = statusOf(apiKey, now);
  return (
    <dl className="text-13">
      <Fact name="State">
        <Badge tone={tone}>{word}</Badge>
        {replaced_by !== null && (
          <button type="button" className="link ms-2 cursor-pointer" onClick={() => onOpen(replaced_by)}>
            Show the new key
          </button>
        )}
      </Fact>
      <Fact name="Key">
        <span className="break-all font-code text-12">{shortForm(apiKey)}</span>
      </Fact>
      <Fact name="Data">
        <span className="font-medium">{MODE_WORDS[mode].name}</span>
        <span className="block text-12 text-ink-3">{MODE_WORDS[mode].means}</span>
      </Fact>
      <Fact name="Kind">
        <span className="font-medium">{KIND_WORDS[kind].name}</span>
        <span className="block text-12 text-ink-3">{KIND_WORDS[kind].means}</span>
      </Fact>
      <Fact name="Permissions">
        <ul className="space-y-1">
          {SCOPE_WORDS.filter(({ scope }) => scopes.includes(scope)).map(({ scope, name, allows }) => (
            <li key={scope}>
              <span className="font-medium">{name}</span> <span className="font-code text-11 text-ink-3">{scope}</span>
              <span className="block text-12 text-ink-3">{allows}</span>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Projects">
        {project_ids === null ? (
          `All ${mode} projects, including new ones`
        ) : (
          <ul>
            {project_ids.map((each) => (
              <li key={each} dir="auto">
                {projectNames === undefined ? "…" : (projectNames.get(each) ?? "A deleted project")}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Last used">
        <LastUsed at={last_used_at} calls={calls} now={now} />
      </Fact>
      <Fact name="Works until">{expires_at === null ? "it is revoked" : <LocalTime iso={expires_at} />}</Fact>
      <Fact name="Created">
        <LocalTime iso={created_at} /> by <span dir="auto">{actorName(created_by)}</span>
      </Fact>
      <Fact name="ID">
        <span className="break-all font-code text-12">{id}</span>
      </Fact>
    </dl>
  );
}

const ROTATED = "This key is being replaced. Change the new key instead.";

function Acts({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, replaced_by } = apiKey;
  const [asking, setAsking] = useState<"change" | "rotate" | "revoke" | null>(null);
  const ChangeKey = useLate(ChangeKeyLate, asking === "change");
  const RotateKey = useLate(RotateKeyLate, asking === "rotate");
  const readAgain = useReadKeysAgain();
  const revoke = useChange(
    useApi().keys.revoke.mutationOptions({
      onSuccess: async () => {
        showToast({ text: `“${name}” is revoked. It stops working within a second.` });
        await readAgain();
      },
    }),
  );
  const administer = reasonOf(useCan()("administer"));
  const now = useNow(MINUTE_MS);
  if (!statusOf(apiKey, now).works) {
    return <p className="text-12 text-ink-3">This key no longer works. Its past changes keep its name.</p>;
  }
  const changeReason = administer ?? (replaced_by === null ? null : ROTATED);
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" disabledReason={changeReason} onClick={() => setAsking("change")}>
        Change…
      </Button>
      <Button size="sm" disabledReason={changeReason} onClick={() => setAsking("rotate")}>
        Rotate…
      </Button>
      <Button
        size="sm"
        variant="danger"
        disabledReason={administer ?? (revoke.isPending ? "Revoking…" : null)}
        onClick={() => setAsking("revoke")}
      >
        Revoke…
      </Button>
      <AlertLine className="basis-full text-12">{revoke.problem}</AlertLine>
      {ChangeKey !== null && <ChangeKey apiKey={apiKey} onClose={close} />}
      {RotateKey !== null && <RotateKey apiKey={apiKey} onClose={close} />}
      <AlertDialog
        open={asking === "revoke"}
        onClose={close}
        title="Revoke this key?"
        description={
          <p>
            Calls with this key stop working within a second. This cannot be undone. To install a new key first, rotate
            it instead.
          </p>
        }
        action="Revoke the key"
        toType={name}
        onAct={() => revoke.mutate({ key_id: id })}
      />
    </div>
  );
}

/** Whether an old key is still called with since a new one took its place, and how long it can be. */
function Replacement({ apiKey }: { apiKey: ApiKey }) {
  const { data: successor } = useKey(apiKey.replaced_by);
  const { last_used_at, expires_at } = apiKey;
  // The last use is written about once a minute: a call before the rotation may stand here a minute after it.
  const isStillUsed = last_used_at !== null && successor !== undefined && last_used_at > successor.created_at;
  return (
    <Notice
      tone={isStillUsed ? "warn" : "info"}
      title={isStillUsed ? "This key is still in use" : "This key is being replaced"}
    >
      <div className="text-13">
        {successor !== undefined && (
          <p>
            <LocalTime iso={successor.created_at} />: replaced by a new key.{" "}
            {isStillUsed ? (
              <>
                Last call with this key: <LocalTime iso={last_used_at} />.
              </>
            ) : (
              "No calls with this key since then (delayed by up to a minute)."
            )}
          </p>
        )}
        {expires_at !== null && (
          <p>
            It stops working in <Countdown until={expires_at} />.
          </p>
        )}
      </div>
    </Notice>
  );
}
