"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { addressIn } from "../../frame/areas/areas.ts";
import { LinkChanges, useRefreshLinks } from "../../frame/linked/link-changes.tsx";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { Drift } from "./drift.tsx";
import { isUnderWay, type Link, MODES, maybeStuck, STATES, saidFilter } from "./link-words.ts";

/** Milliseconds after which a link is read again while its job is at work. */
const LOOK_MS = 1_000;

const MODE_OPTIONS = Object.entries(MODES).map(([value, { name }]) => ({
  value: value as Link["mode"],
  label: name,
}));

interface LinkPanelProps {
  id: string;
  nameOf: (projectId: string) => string;
  onClose: () => void;
}

/** One link: what it brings, what has changed on the other side, and what can be done about it. */
export function LinkPanel({ id, nameOf, onClose }: LinkPanelProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const query = useQuery(
    useApi().links.get.queryOptions(
      { project_id, link_id: id, ...reading },
      { refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? LOOK_MS : false) },
    ),
  );
  return (
    <ListPanel
      title={query.data === undefined ? "Link" : nameOf(query.data.source_project_id)}
      what="the link"
      query={query}
      onClose={onClose}
      back={{ href: addressIn(project_id, "links"), label: "Go to the links" }}
    >
      {(link) => <LinkDetails link={link} name={nameOf(link.source_project_id)} onClose={onClose} />}
    </ListPanel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 border-line border-b py-1.5 last:border-b-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words" dir="auto">
        {children}
      </dd>
    </div>
  );
}

function LinkDetails({ link, name, onClose }: { link: Link; name: string; onClose: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const { reading } = useMoment();
  const { id: link_id, status, mode, filter, overlay, error, source_project_id } = link;
  const isStuck = maybeStuck(link, useNow(LOOK_MS));
  const goOn = (mode: Link["mode"]) =>
    attempt(async () => {
      await client.links.update.mutate({ project_id, link_id, mode });
      await refresh();
    });
  return (
    <div className="space-y-6 px-4 py-4">
      {error !== null && (
        <Notice tone="error" title={status === "lost" ? "The other project cannot be read" : "It was not finished"}>
          <p>{error}</p>
        </Notice>
      )}
      <dl className="text-13">
        <Fact name="Project">
          <PageLink href={`/projects/${source_project_id}`} className="link">
            {name}
          </PageLink>
        </Fact>
        <Fact name="State">
          <Badge tone={STATES[status].tone}>{STATES[status].word}</Badge>
        </Fact>
        <Fact name="Brings">{saidFilter(filter)}</Fact>
        <Fact name="Yours">{overlay.length === 0 ? "No properties" : overlay.join(", ")}</Fact>
        <Fact name="As of">
          {link.pinned_seq === null ? "Nothing is here yet" : `Event ${link.pinned_seq.toLocaleString("en")} there`}
        </Fact>
      </dl>
      <TitledSection title="Changes there" level={3} heading="mb-2 font-semibold text-13">
        {reason === null && (
          <SegmentedControl
            label="How it goes on"
            value={mode}
            onChange={(next) => void goOn(next)}
            options={MODE_OPTIONS}
          />
        )}
        <p className="mt-1.5 text-12 text-ink-3">{MODES[mode].means}</p>
        <AlertLine>{problem}</AlertLine>
        {mode === "following" && (
          <div className="mt-3">
            <LinkChanges projectId={project_id} linkId={link_id} reading={reading} />
          </div>
        )}
      </TitledSection>
      {(!isUnderWay(link) || isStuck) && status !== "releasing" && <Drift link={link} name={name} />}
      <Release
        link={link}
        name={name}
        disabledReason={
          isBusy ? "Saving…" : status === "releasing" && !isStuck ? "It is being let go of already." : reason
        }
        onClose={onClose}
      />
    </div>
  );
}

interface ReleaseProps {
  link: Link;
  name: string;
  disabledReason: string | null;
  onClose: () => void;
}

/** The button that lets go of everything that a link brought. */
function Release({ link, name, disabledReason, onClose }: ReleaseProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const { attempt, isBusy, problem } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const release = async () => {
    setAsking(false);
    await attempt(async () => {
      await client.links.release.mutate({ project_id, link_id: link.id });
      await refresh();
      showToast({ text: `What came from “${name}” becomes yours.` });
      onClose();
    });
  };
  return (
    <div className="border-line border-t pt-4">
      <Button
        variant="danger"
        size="sm"
        disabled={isBusy}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        Release…
      </Button>
      <AlertLine>{problem}</AlertLine>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Release the link to “${name}”?`}
        description="Everything that it brought stays here as it is, becomes yours to change, and follows the other project no more."
        action="Release the link"
        onAct={() => void release()}
      />
    </div>
  );
}
