"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { Meter } from "./meter.tsx";
import { sayBytes } from "./say-bytes.ts";

type Limits = Outputs["usage"]["limits"];

/** Shows the limits of the plan, the use of each, and the time at which each will be reached. */
export function LimitsSection() {
  const { data, error, refetch } = useQuery(useApi().usage.limits.queryOptions({}));
  return (
    <TitledSection title="Limits of the plan" heading="mb-3 font-semibold text-14">
      {data === undefined && error === null && (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Loading what="the limits" />
          {[0, 1, 2, 3].map((each) => (
            <Skeleton key={each} className="h-20" />
          ))}
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorState what="The limits" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Shown limits={data} />}
    </TitledSection>
  );
}

function Shown({ limits }: { limits: Limits }) {
  const { projects, members, webhooks, generation_units, file_bytes, rates, log_retention_days } = limits;
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Meter name="Projects" {...projects} />
        <Meter name="Members and invitations" {...members} />
        <Meter name="Webhooks" note="of all projects" {...webhooks} />
        <Meter name="Generation units" note="this month" {...generation_units} />
        <Meter name="Files" note="of all projects" say={sayBytes} {...file_bytes} />
      </ul>
      <p className="mt-3 text-12 text-ink-3">
        {rates.keys.toLocaleString("en-GB")} calls in {rates.window_seconds} seconds by all keys of one mode,{" "}
        {rates.person.toLocaleString("en-GB")} by one person · logs are kept for {log_retention_days} days
      </p>
    </>
  );
}
