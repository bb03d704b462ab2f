"use client";

import { type HourlyCalls, useHourlyCalls } from "../../frame/api/usage-queries.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { SparkBars } from "../../ui/spark-bars.tsx";
import { useNow } from "../../ui/use-now.ts";
import { sayCalls } from "./key-calls.tsx";
import { type ApiKey, isBeingReplaced } from "./key-queries.ts";
import { shortForm, statusOf } from "./key-status.ts";
import { MODE_WORDS, sayScopes } from "./key-words.ts";
import { LastUsed } from "./last-used.tsx";

/** What gives way first, where there is little room; beside an open key, what the panel says is left out too. */
const HIDES = {
  never: "",
  phone: "max-sm:hidden",
  tablet: "max-md:hidden",
  laptop: "max-lg:hidden",
  panel: "max-xl:hidden in-data-beside:hidden",
} as const;

const HEADS = [
  { label: "Name", hides: HIDES.never },
  { label: "Sees", hides: HIDES.never },
  { label: "May", hides: HIDES.phone },
  { label: "Projects", hides: HIDES.tablet },
  { label: "Made by", hides: HIDES.panel },
  { label: "Last used", hides: HIDES.tablet },
  { label: "Calls, 24 h", hides: HIDES.laptop },
  { label: "Until", hides: HIDES.panel },
  { label: "State", hides: HIDES.never },
] as const;

const CELL = "px-2 py-2 first:ps-5 last:pe-5";
const MINUTE_MS = 60_000;

interface KeyTableProps {
  keys: readonly ApiKey[];
  /** The key that is open beside the table. */
  open: string | null;
  /** Names of projects, by id. */
  projectNames: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
}

/** The keys. A name opens what there is to say and do about its key. */
export function KeyTable({ keys, open, projectNames, onOpen }: KeyTableProps) {
  const now = useNow(MINUTE_MS);
  const calls = useHourlyCalls();
  return (
    <table aria-label="API keys" data-beside={open === null ? undefined : true} className="w-full text-13">
      <thead>
        <tr className="border-line border-b text-12 text-ink-3">
          {HEADS.map(({ label, hides }) => (
            <th key={label} scope="col" className={`${CELL} text-start font-normal ${hides}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row
            key={key.id}
            apiKey={key}
            now={now}
            calls={calls === undefined ? undefined : (calls.get(`key:${key.id}`) ?? null)}
            isOpen={key.id === open}
            projectNames={projectNames}
            onOpen={() => onOpen(key.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  apiKey: ApiKey;
  now: number;
  /** Its calls of the last 24 hours; null when there were none, undefined while they are not known. */
  calls: HourlyCalls | null | undefined;
  isOpen: boolean;
  projectNames: ReadonlyMap<string, string>;
  onOpen: () => void;
}

function Row({ apiKey, now, calls, isOpen, projectNames, onOpen }: RowProps) {
  const { name, mode, kind, scopes, project_ids, created_by, last_used_at, expires_at } = apiKey;
  const actorName = useActorNames();
  const { word, tone, works } = statusOf(apiKey, now);
  return (
    <tr
      data-key={apiKey.id}
      data-open={isOpen || undefined}
      className={`border-line border-b align-top hover:bg-hover data-open:bg-accent-soft ${works ? "" : "text-ink-3"}`}
    >
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <button
          type="button"
          onClick={onOpen}
          aria-expanded={isOpen}
          dir="auto"
          className={`block max-w-full cursor-pointer break-words text-start font-medium hover:underline ${works ? "text-ink" : ""}`}
        >
          {name}
        </button>
        <span className="break-all font-code text-11 text-ink-3">{shortForm(apiKey)}</span>
      </th>
      <td className={CELL}>
        <Badge tone={mode === "test" ? "warn" : "ok"}>{MODE_WORDS[mode].name}</Badge>
      </td>
      <td className={`${CELL} ${HIDES.phone}`}>
        {sayScopes(scopes)}
        {kind === "publishable" && <span className="block text-12 text-ink-3">publishable</span>}
      </td>
      <td className={`${CELL} ${HIDES.tablet}`}>
        <Projects ids={project_ids} mode={mode} names={projectNames} />
      </td>
      <td className={`${CELL} ${HIDES.panel}`} dir="auto">
        {actorName(created_by)}
      </td>
      <td className={`${CELL} ${HIDES.tablet}`}>
        <LastUsed at={last_used_at} calls={calls} now={now} />
      </td>
      <td className={`${CELL} ${HIDES.laptop}`}>
        {calls === null && <span className="text-ink-3">None</span>}
        {calls != null && (
          <span className="flex items-center gap-2">
            <SparkBars values={calls.per_hour} label={sayCalls(calls.requests)} />
            <span aria-hidden="true" className="numerals text-12 text-ink-2">
              {calls.requests.toLocaleString("en-GB")}
            </span>
          </span>
        )}
      </td>
      <td className={`${CELL} ${HIDES.panel}`}>
        {expires_at === null ? <span className="text-ink-3">No end</span> : <LocalTime iso={expires_at} />}
      </td>
      <td className={`${CELL} sm:whitespace-nowrap`}>
        <Badge tone={tone}>{word}</Badge>
        {works && isBeingReplaced(apiKey) && expires_at !== null && (
          <span className="block text-12 text-ink-3">
            ends in <Countdown until={expires_at} />
          </span>
        )}
      </td>
    </tr>
  );
}

interface ProjectsProps {
  ids: readonly string[] | null;
  mode: ApiKey["mode"];
  names: ReadonlyMap<string, string>;
}

function Projects({ ids, mode, names }: ProjectsProps) {
  if (ids === null) return <>All that are {mode}</>;
  const [first = ""] = ids;
  return (
    <>
      <span dir="auto">{names.get(first) ?? "A deleted project"}</span>
      {ids.length > 1 && ` and ${ids.length - 1} more`}
    </>
  );
}
