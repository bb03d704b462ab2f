"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { sayClass } from "../../frame/api/usage-queries.ts";
import { addressIn } from "../../frame/areas/areas.ts";
import { useCurrentProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Select } from "../../ui/select.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { DayBars } from "./day-bars.tsx";
import { RequestTable } from "./request-table.tsx";
import { sayDay } from "./say-day.ts";
import { daysOfPeriod, type Grouping, type PeriodName, type UsageView, useUsageView } from "./usage-view.ts";

type Usage = Outputs["usage"]["get"];
type Group = Usage["groups"][number];

/** Maximum number of rows in the table; all other groups are summed in one more row. */
const TOP = 20;
const FRESH_MS = 30_000;

const PERIOD_WORDS: Readonly<Record<PeriodName, string>> = {
  month: "This month",
  "last-month": "Last month",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
};
const GROUPING_WORDS: Readonly<Record<Grouping, { readonly tab: string; readonly one: string }>> = {
  key: { tab: "By key", one: "Key or person" },
  class: { tab: "By kind", one: "Kind of work" },
  project: { tab: "By project", one: "Project" },
};

/** Shows the requests of a period: their number each day, their callers, and their outcomes. */
export function RequestsSection() {
  const projectId = useCurrentProjectId();
  const { view, show } = useUsageView();
  const [now] = useState(() => Date.now());
  const period = daysOfPeriod(view.period, now);
  const usage = useUsage(view, period);
  return (
    <section aria-labelledby="requests">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="requests" className="font-semibold text-14">
          Requests
        </h2>
        <Select
          label="Period"
          isLabelHidden
          value={view.period}
          options={Object.entries(PERIOD_WORDS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => show({ period: currentTarget.value as PeriodName, day: null })}
        />
        <SegmentedControl
          label="Group by"
          value={view.by}
          options={Object.entries(GROUPING_WORDS).map(([value, { tab }]) => ({ value: value as Grouping, label: tab }))}
          onChange={(by) => show({ by })}
        />
        <SegmentedControl
          label="Data"
          value={view.mode ?? "both"}
          options={[
            { value: "both", label: "Live and test" },
            { value: "live", label: "Live" },
            { value: "test", label: "Test" },
          ]}
          onChange={(mode) => show({ mode: mode === "both" ? null : mode })}
        />
      </div>
      {usage.data === undefined && usage.error === null && (
        <>
          <Loading what="the requests" />
          <Skeleton className="h-40" />
        </>
      )}
      {usage.data === undefined && usage.error !== null && (
        <ErrorState what="The requests" error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      {usage.data !== undefined && usage.data.total.requests === 0 && (
        <EmptyState link={{ href: addressIn(projectId, "keys"), label: "API keys" }}>
          No requests in this period. Requests from games, builds and people are counted here.
        </EmptyState>
      )}
      {usage.data !== undefined && usage.data.total.requests > 0 && (
        <Shown
          usage={usage.data}
          view={view}
          onOpenDay={(day) => {
            show({ day });
            // The day is read now: beside it, counts of a while ago would not add up.
            void usage.refetch();
          }}
        />
      )}
    </section>
  );
}

function useUsage({ by, mode }: Pick<UsageView, "by" | "mode">, period: { from: string; to: string }) {
  const input = { ...period, group_by: by, top: TOP, ...(mode !== null && { mode }) };
  return useQuery({
    ...useApi().usage.get.queryOptions(input, { staleTime: FRESH_MS }),
    // What is told apart otherwise, or of another time, replaces what stands there and moves nothing meanwhile.
    placeholderData: keepPreviousData,
  });
}

interface ShownProps {
  usage: Usage;
  view: UsageView;
  onOpenDay: (day: string | null) => void;
}

function Shown({ usage, view, onOpenDay }: ShownProps) {
  const nameOf = useGroupNames(view.by);
  const { days, groups, total, forecast, from, to } = usage;
  return (
    <div className="space-y-6">
      <p className="text-13 text-ink-2">
        <span className="numerals font-semibold text-20 text-ink">{total.requests.toLocaleString("en-GB")}</span>{" "}
        {total.requests === 1 ? "request" : "requests"}, {sayDay(from)} to {sayDay(to)} (UTC)
        {forecast !== null && view.period === "month" && (
          <>. At this pace {counted(forecast.requests, "request")} by the end of the month.</>
        )}
      </p>
      <DayBars
        key={`${from} ${to}`}
        days={days}
        groups={groups.map(({ group, per_day }) => ({ id: group ?? "", name: nameOf(group), perDay: per_day }))}
        open={view.day}
        onOpen={onOpenDay}
      />
      {view.day === null ? (
        <Table usage={usage} by={view.by} label="Requests of the period" nameOf={nameOf} />
      ) : (
        <Day day={view.day} view={view} nameOf={nameOf} onClose={() => onOpenDay(null)} />
      )}
    </div>
  );
}

type NameOf = (group: Group["group"]) => string;

function Day({ day, view, nameOf, onClose }: { day: string; view: UsageView; nameOf: NameOf; onClose: () => void }) {
  const { data, error, refetch } = useUsage(view, { from: day, to: day });
  return (
    <section aria-label={`Requests of ${sayDay(day)}`}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="font-semibold text-13">{sayDay(day)}</h3>
        <Button size="sm" onClick={onClose}>
          Show the whole period
        </Button>
      </div>
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data === undefined && error !== null && (
        <ErrorState what="The requests of that day" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.total.requests === 0 && (
        <p className="text-13 text-ink-3">No requests on this day.</p>
      )}
      {data !== undefined && data.total.requests > 0 && (
        <Table usage={data} by={view.by} label={`Requests of ${sayDay(day)}`} nameOf={nameOf} />
      )}
    </section>
  );
}

function Table({ usage, by, label, nameOf }: { usage: Usage; by: Grouping; label: string; nameOf: NameOf }) {
  const keys = addressIn(useCurrentProjectId(), "keys");
  return (
    <RequestTable
      what={GROUPING_WORDS[by].one}
      label={label}
      total={usage.total}
      groups={usage.groups.map((group) => ({
        ...group,
        id: group.group ?? "",
        name: nameOf(group.group),
        href: group.group?.startsWith("key:") === true ? `${keys}?key=${group.group.slice(4)}` : null,
      }))}
    />
  );
}

/** Returns the function that names a group. */
function useGroupNames(by: Grouping): NameOf {
  const actorName = useActorNames();
  const { projects } = useEveryProject(by === "project");
  const projectNames = useMemo(() => projects && new Map(projects.map(({ id, name }) => [id, name])), [projects]);
  return (group) => {
    if (by === "key") return actorName(group ?? "");
    if (by === "class") return sayClass(group ?? "");
    if (group === null) return "No project";
    return projectNames === undefined ? "…" : (projectNames.get(group) ?? "A deleted project");
  };
}
