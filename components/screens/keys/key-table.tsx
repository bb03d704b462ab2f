"use client";

import { useHourlyCalls } from "../../frame/api/usage-queries.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { SparkBars } from "../../ui/spark-bars.tsx";
import { useNow } from "../../ui/use-now.ts";
import { sayCalls } from "./key-calls.tsx";
import { type ApiKey, isBeingReplaced } from "./key-queries.ts";
import { shortForm, statusOf } from "./key-status.ts";
import { MODE_WORDS, sayScopes } from "./key-words.ts";
import { LastUsed } from "./last-used.tsx";

const MINUTE_MS = 60_000;
const timeOf = (iso: string | null): number => (iso === null ? 0 : Date.parse(iso));

/** The list of keys, newest first. What gives way first is what the panel of an open key says too. */
export const KEYS: ListDefinition<ApiKey> = {
  name: "API keys",
  one: "key",
  many: "keys",
  id: ({ id }) => id,
  opens: "key",
  order: { key: "made", descending: true },
  search: { label: "Find a key", texts: (key) => [key.name, shortForm(key), ...key.scopes] },
  filters: [
    {
      key: "show",
      label: "Show keys",
      all: "Active keys",
      options: [{ value: "all", label: "All keys" }],
      isShort: true,
    },
  ],
  title: {
    key: "name",
    label: "Name",
    text: ({ name }) => name,
    below: (key) => <span className="break-all font-code text-11">{shortForm(key)}</span>,
    sort: "ascending",
    width: 10,
  },
  columns: [
    {
      key: "sees",
      label: "Data",
      sort: "ascending",
      value: ({ mode }) => mode,
      cell: ({ mode }) => <Badge tone={mode === "test" ? "warn" : "ok"}>{MODE_WORDS[mode].name}</Badge>,
      width: 4,
    },
    {
      key: "may",
      label: "Permissions",
      cell: ({ scopes, kind }) => (
        <>
          {sayScopes(scopes)}
          {kind === "publishable" && <span className="block text-12 text-ink-3">publishable</span>}
        </>
      ),
      width: 7,
      grows: 1,
      yields: 1,
    },
    { key: "projects", label: "Projects", cell: (key) => <Projects apiKey={key} />, width: 7, grows: 1, yields: 3 },
    { key: "by", label: "Created by", cell: (key) => <MadeBy apiKey={key} />, width: 6, grows: 1, yields: 6 },
    {
      key: "made",
      label: "Created",
      sort: "descending",
      value: ({ created_at }) => Date.parse(created_at),
      cell: ({ created_at }) => <LocalTime iso={created_at} />,
      width: 7,
      yields: 7,
      isExtra: true,
    },
    {
      key: "used",
      label: "Last used",
      sort: "descending",
      value: ({ last_used_at }) => timeOf(last_used_at),
      cell: (key) => <Used apiKey={key} />,
      width: 7,
      yields: 2,
    },
    { key: "calls", label: "Calls, 24 h", cell: (key) => <Calls apiKey={key} />, width: 8, yields: 4 },
    {
      key: "until",
      label: "Until",
      sort: "ascending",
      value: ({ expires_at }) => (expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)),
      cell: ({ expires_at }) =>
        expires_at === null ? <span className="text-ink-3">No end</span> : <LocalTime iso={expires_at} />,
      width: 6,
      yields: 5,
    },
    { key: "state", label: "State", cell: (key) => <Standing apiKey={key} />, width: 9 },
  ],
};

interface KeyProps {
  apiKey: ApiKey;
}

function MadeBy({ apiKey }: KeyProps) {
  return <span dir="auto">{useActorNames()(apiKey.created_by)}</span>;
}

/** The calls of a key in the last 24 hours; null when there were none, undefined while they are not known. */
function useCalls({ id }: ApiKey) {
  const calls = useHourlyCalls();
  return calls === undefined ? undefined : (calls.get(`key:${id}`) ?? null);
}

function Used({ apiKey }: KeyProps) {
  return <LastUsed at={apiKey.last_used_at} calls={useCalls(apiKey)} now={useNow(MINUTE_MS)} />;
}

function Calls({ apiKey }: KeyProps) {
  const calls = useCalls(apiKey);
  if (calls === undefined) return null;
  if (calls === null) return <span className="text-ink-3">None</span>;
  return (
    <span className="flex items-center gap-2">
      <SparkBars values={calls.per_hour} label={sayCalls(calls.requests)} />
      <span aria-hidden="true" className="numerals text-12 text-ink-2">
        {calls.requests.toLocaleString("en-GB")}
      </span>
    </span>
  );
}

function Standing({ apiKey }: KeyProps) {
  const { word, tone, works } = statusOf(apiKey, useNow(MINUTE_MS));
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {works && isBeingReplaced(apiKey) && apiKey.expires_at !== null && (
        <span className="block text-12 text-ink-3">
          ends in <Countdown until={apiKey.expires_at} />
        </span>
      )}
    </>
  );
}

function Projects({ apiKey: { project_ids, mode } }: KeyProps) {
  const { projects } = useEveryProject(true);
  if (project_ids === null) return <>All {mode} projects</>;
  const [first = ""] = project_ids;
  // Nobody knows that a project is gone before all of them are here.
  const gone = projects === undefined ? "…" : "A deleted project";
  return (
    <>
      <span dir="auto">{projects?.find(({ id }) => id === first)?.name ?? gone}</span>
      {project_ids.length > 1 && ` and ${project_ids.length - 1} more`}
    </>
  );
}
