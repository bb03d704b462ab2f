"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { byOffset } from "../api/by-offset.ts";
import type { Outputs } from "../api/client.ts";
import { inOrder } from "../moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../project/project-provider.tsx";
import { useActorNames } from "../project/project-queries.ts";
import { subjectWord } from "../project/subject-words.ts";
import { ErrorState } from "../session/error-state.tsx";
import type { ChangeNames } from "./change-words.ts";
import { DifferingField } from "./differing-field.tsx";
import { foldMoves } from "./moves.ts";
import { useChangeNames } from "./use-change-names.ts";

type Difference = Outputs["record"]["diff"]["differences"][number];

const PAGE = 50;
/** Fields of one subject that are shown; the rest are counted. */
const FIELDS = 8;

interface ChangesSinceProps {
  at: number;
  /** The moment it is compared with, an earlier or a later one. */
  other: number | "now";
  onClose: () => void;
}

/** Differences between two moments, subject by subject, with texts compared word by word. */
export function ChangesSince({ at, other, onClose }: ChangesSinceProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const nameOf = useActorNames();
  const { past: from_seq, present } = inOrder(at, other);
  const input = { project_id, from_seq, ...(present !== "now" && { to_seq: present }), limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: [...useApi().record.diff.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.record.diff.query({ ...input, offset: pageParam }),
    staleTime: 0,
    ...byOffset(PAGE),
  });
  const all = query.data?.pages.flatMap(({ differences }) => differences) ?? [];
  const { told, moved } = foldMoves(all);
  const names = useChangeNames(Object.assign({}, ...(query.data?.pages.map((page) => page.names) ?? [])));
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={other === "now" ? "What changed since" : "What changed between"}
      description={
        other === "now" ? "From the moment shown until now." : "Between the two moments, in the whole project."
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.isPending && <LoadingRows what="what changed" rows={5} className="h-10" />}
      {query.isError && <ErrorState what="What changed" error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && all.length === 0 && !query.hasNextPage && (
        <p className="text-13 text-ink-2">Nothing differs.</p>
      )}
      <div className="space-y-4">
        {KINDS.map(({ change, title }) => {
          const some = told.filter((each) => each.change === change);
          const also = change === "changed" ? moved : null;
          return some.length === 0 && also === null ? null : (
            <Group key={change} title={title} differences={some} moved={also} said={{ names, nameOf }} />
          );
        })}
      </div>
      {query.hasNextPage && (
        <Button className="mt-4" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </Dialog>
  );
}

const KINDS = [
  { change: "changed", title: "Changed" },
  { change: "added", title: "New" },
  { change: "removed", title: "Gone" },
] as const;

/** Display names of subjects and people. */
interface Said {
  readonly names: ChangeNames;
  readonly nameOf: (actor: string) => string;
}

interface GroupProps {
  title: string;
  differences: readonly Difference[];
  /** Subjects that only moved, in words; null for none. */
  moved: string | null;
  said: Said;
}

function Group({ title, differences, moved, said }: GroupProps) {
  return (
    <TitledSection title={title} level={3} heading="mb-1 font-medium text-12 text-ink-2">
      <ul className="space-y-2">
        {differences.map((each) => (
          <DifferenceItem key={`${each.subject_type} ${each.subject_id}`} difference={each} said={said} />
        ))}
        {moved !== null && (
          <li className="rounded-card border border-line bg-paper px-3 py-2 text-13 text-ink-2">{moved} moved</li>
        )}
      </ul>
    </TitledSection>
  );
}

function DifferenceItem({ difference, said: { names, nameOf } }: { difference: Difference; said: Said }) {
  const { subject_type, speaker_id, graph_id, change, fields, by, last_at } = difference;
  const speaker = speaker_id === null ? undefined : names.thing(speaker_id);
  const dialogue = graph_id === null ? undefined : names.thing(graph_id);
  const isChange = change === "changed";
  const shown = isChange ? fields.slice(0, FIELDS) : [];
  const left = isChange ? fields.length - shown.length : 0;
  return (
    <li className="rounded-card border border-line bg-paper px-3 py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <Named difference={difference} />
        <span className="text-12 text-ink-3" dir="auto">
          {[subjectWord(subject_type), speaker, dialogue].filter((word) => word !== undefined).join(" · ")}
        </span>
        <span className="numerals ms-auto text-12 text-ink-3" dir="auto">
          {nameOf(by[0] ?? "")} · <LocalTime iso={last_at} />
        </span>
      </p>
      {shown.map((each) => (
        <div key={each.field} className="mt-1">
          <DifferingField of={each} names={names} />
        </div>
      ))}
      {left > 0 && <p className="mt-1 text-12 text-ink-3">and {counted(left, "field")} more</p>}
    </li>
  );
}

/** Parts of a dialogue that an address of it can point at. */
const ON_CANVAS: ReadonlySet<string> = new Set(["dialogue_node", "dialogue_group", "dialogue_annotation"]);

/** Name of a subject, with a link to it where it still exists. */
function Named({ difference }: { difference: Difference }) {
  const project_id = useProjectId();
  const { change, subject_type, subject_id, graph_id, fields } = difference;
  const textOf = (name: string): string | null => {
    const found = fields.find(({ field }) => field === `/${name}`);
    const value = found?.after ?? found?.before;
    return typeof value === "string" && value !== "" ? value : null;
  };
  const url = subject_type === "webhook" ? textOf("url") : null;
  const name = difference.label ?? url ?? `A ${subjectWord(subject_type)} without words`;
  // Only what is new says all of itself, its type too; a profile is found by it.
  const type = textOf("type");
  const isEntity = subject_type === "entity" && type !== null;
  const profile = isEntity ? profileAddress(project_id, { id: subject_id, type }) : null;
  const isOnCanvas = graph_id !== null && ON_CANVAS.has(subject_type);
  const within = isOnCanvas ? `/projects/${project_id}/dialogues/${graph_id}?card=${subject_id}` : null;
  const dialogue = subject_type === "dialogue" ? `/projects/${project_id}/dialogues/${subject_id}` : within;
  const href = change === "removed" ? null : (profile ?? dialogue);
  if (href === null) {
    return (
      <span className="min-w-0 break-words font-medium" dir="auto">
        {name}
      </span>
    );
  }
  return (
    <PageLink href={href} className="link min-w-0 break-words font-medium" dir="auto">
      {name}
    </PageLink>
  );
}
