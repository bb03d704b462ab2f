"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { useActorNames } from "../project/project-queries.ts";
import type { Checkpoint } from "../project/use-checkpoints.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { ErrorState } from "../session/error-state.tsx";
import type { MadeLink } from "./new-link.tsx";
import { type ShareLink, usePathCounts, useReadSharesAgain, useShareLinks, useShareMakers } from "./share-queries.ts";

interface LinkListProps {
  graphId: string;
  /** Named moments of the project; undefined until they are read. */
  moments: readonly Checkpoint[] | undefined;
  /** Shows the new address of a link. */
  onMade: (link: MadeLink) => void;
  /** Shows the paths that readers sent back. */
  onPaths: (shareId: string) => void;
}

/** Lists the share links to a dialogue, each with the moment it plays, its expiry, and its actions. */
export function LinkList({ graphId, moments, onMade, onPaths }: LinkListProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const links = useShareLinks(graphId);
  const makers = useShareMakers();
  const nameOf = useActorNames();
  const readAgain = useReadSharesAgain();
  const { problem, attempt } = useAttempt();
  const [said, setSaid] = useState("");
  const shares = [...(links.data?.shares ?? [])].sort((a, b) => Number(isShut(a)) - Number(isShut(b)));
  const paths = usePathCounts(shares.map(({ id }) => id));

  const renew = ({ id }: ShareLink) =>
    attempt(async () => {
      onMade(await client.shares.renew.mutate({ project_id, share_id: id }));
      await readAgain();
    });
  const revoke = ({ id, name }: ShareLink) =>
    attempt(async () => {
      await client.shares.revoke.mutate({ project_id, share_id: id });
      setSaid(`“${name}” is revoked and no longer works.`);
      await readAgain();
    });

  return (
    <TitledSection title="Links" level={3} heading="font-medium text-14">
      <p role="status" className="sr-only">
        {said}
      </p>
      {problem !== null && (
        <Notice tone="error" title="Something went wrong" announce>
          <p>{problem}</p>
        </Notice>
      )}
      {links.isPending && (
        <div className="mt-2 space-y-2">
          <Loading what="links" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {links.isError && links.data === undefined && (
        <ErrorState what="The links" error={links.error} onRetry={() => void links.refetch()} />
      )}
      {links.data !== undefined && shares.length === 0 && <p className="mt-1 text-13 text-ink-3">No links yet.</p>}
      <ul className="mt-1 divide-y divide-line">
        {shares.map((share) => (
          <LinkRow
            key={share.id}
            share={share}
            moment={moments?.find(({ id }) => id === share.checkpoint_id)}
            isMomentKnown={moments !== undefined}
            maker={makers.has(share.id) ? nameOf(makers.get(share.id) ?? "") : null}
            paths={paths.get(share.id)}
            onRenew={() => void renew(share)}
            onRevoke={() => void revoke(share)}
            onPaths={() => onPaths(share.id)}
          />
        ))}
      </ul>
    </TitledSection>
  );
}

/** Whether a link opens nothing any more, for good. */
function isShut({ revoked_at, expires_at }: ShareLink): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());
}

interface LinkRowProps {
  share: ShareLink;
  moment: Checkpoint | undefined;
  isMomentKnown: boolean;
  maker: string | null;
  paths: number | undefined;
  onRenew: () => void;
  onRevoke: () => void;
  onPaths: () => void;
}

function LinkRow({ share, moment, isMomentKnown, maker, paths, onRenew, onRevoke, onPaths }: LinkRowProps) {
  const { name, revoked_at, expires_at } = share;
  const change = reasonOf(useCan()("change"));
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const shut = isShut(share);
  return (
    <li aria-label={name} className="py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" className={`min-w-0 break-words font-medium text-13 ${shut ? "text-ink-3" : "text-ink"}`}>
          {name}
        </span>
        <Plays share={share} moment={moment} isKnown={isMomentKnown} />
        {revoked_at !== null ? <Badge tone="bad">Revoked</Badge> : shut && <Badge tone="bad">Expired</Badge>}
        <span className="ms-auto flex flex-wrap gap-1">
          {paths !== undefined && paths > 0 && (
            <Button
              size="sm"
              variant="quiet"
              onClick={onPaths}
              aria-label={`Show ${counted(paths, "path")} by “${name}”`}
            >
              {counted(paths, "path")}
            </Button>
          )}
          {revoked_at === null && asked === null && (
            <>
              <Button
                size="sm"
                variant="bare"
                disabledReason={change}
                aria-label={`New address for “${name}”…`}
                onClick={() => setAsked("renew")}
              >
                New address…
              </Button>
              <Button
                size="sm"
                variant="bare"
                disabledReason={change}
                aria-label={`Revoke “${name}”…`}
                onClick={() => setAsked("revoke")}
              >
                Revoke…
              </Button>
            </>
          )}
        </span>
      </div>
      <p className="mt-0.5 text-12 text-ink-3">
        Created{" "}
        {maker !== null && (
          <>
            by <span dir="auto">{maker}</span>,{" "}
          </>
        )}
        <LocalTime iso={share.created_at} />
        {" · "}
        {revoked_at !== null ? (
          <>
            revoked <LocalTime iso={revoked_at} />
          </>
        ) : expires_at === null ? (
          "works until it is revoked"
        ) : (
          <>
            {shut ? "worked" : "works"} until <LocalTime iso={expires_at} />
          </>
        )}
        {paths === 0 && share.takes_paths && !shut && " · no paths sent yet"}
      </p>
      {asked === "revoke" && revoked_at === null && (
        <AskInRow action="Revoke it" onAct={onRevoke} onKeep={() => setAsked(null)}>
          “<span dir="auto">{name}</span>” will stop working. This cannot be undone. Paths that readers sent are kept.
        </AskInRow>
      )}
      {asked === "renew" && revoked_at === null && (
        <AskInRow
          action="Give it a new address"
          onAct={() => {
            setAsked(null);
            onRenew();
          }}
          onKeep={() => setAsked(null)}
        >
          The address that readers have of “<span dir="auto">{name}</span>” will stop working. This cannot be undone.
        </AskInRow>
      )}
    </li>
  );
}

const DRAFT = "Draft";

/** Shows the moment that a link plays, and whether it is open to readers. */
function Plays({ share, moment, isKnown }: { share: ShareLink; moment: Checkpoint | undefined; isKnown: boolean }) {
  // Links without a name of their own used to be called so.
  if (share.plays === "latest") return share.name === DRAFT ? null : <Badge tone="warn">{DRAFT}</Badge>;
  if (share.plays === "seq") return <Badge>A fixed moment</Badge>;
  if (!isKnown) return null;
  if (moment === undefined) return <Badge tone="bad">Its moment was deleted</Badge>;
  return (
    <>
      <Badge tone={moment.released ? "ok" : "bad"}>
        <span dir="auto">{moment.name === share.name ? "Named moment" : moment.name}</span>
      </Badge>
      {!moment.released && <span className="text-12 text-error">does not work: the moment is not released</span>}
    </>
  );
}

interface AskInRowProps {
  action: string;
  onAct: () => void;
  onKeep: () => void;
  children: ReactNode;
}

/** Asks in the row, because there is no way back. */
function AskInRow({ action, onAct, onKeep, children }: AskInRowProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className="mt-2 rounded-control border border-line bg-canvas px-3 py-2">
      <p className="text-13">{children}</p>
      <div className="mt-2 flex gap-2">
        <Button size="sm" variant="danger" onClick={onAct}>
          {action}
        </Button>
        <Button ref={keep} size="sm" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
