import { isInFolder } from "#domain/folders.ts";
import { countWords, SeverityMark } from "../../editor/fields/severity-mark.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/** Numbers of a dialogue's errors and warnings, as its own page counts them. */
export interface ProblemCount {
  readonly error: number;
  readonly warning: number;
}

/** A dialogue as the list shows it. */
export type ListedDialogue = Outputs["dialogues"]["list"]["dialogues"][number] & {
  /** Null while they are not known. */
  readonly problems?: ProblemCount | null;
};

const NUMBERS = new Intl.NumberFormat("en-GB");
const sayNumber = (value: number | undefined): string => (value === undefined ? "" : NUMBERS.format(value));

/** The list of dialogues; edited last comes first. */
export const DIALOGUES: ListDefinition<ListedDialogue> = {
  name: "Dialogues",
  one: "dialogue",
  many: "dialogues",
  id: ({ id }) => id,
  order: { key: "edited", descending: true },
  search: { label: "Find a dialogue" },
  filters: [
    {
      key: "folder",
      label: "Folder",
      all: "All dialogues",
      options: [],
      isFree: true,
      matches: ({ folder }, open) => isInFolder(folder, open),
    },
  ],
  title: {
    key: "name",
    label: "Name",
    text: ({ name }) => name,
    sort: "ascending",
    width: 12,
    className: "font-reading text-15",
  },
  columns: [
    {
      key: "folder",
      label: "Folder",
      sort: "ascending",
      value: ({ folder }) => folder,
      cell: ({ folder }) => (folder === "" ? null : <span dir="auto">{folder.split("/").join(" › ")}</span>),
      width: 9,
      yields: 4,
    },
    {
      key: "words",
      label: "Words",
      sort: "descending",
      value: ({ stats }) => stats?.words ?? 0,
      cell: ({ stats }) => sayNumber(stats?.words),
      width: 5,
      align: "end",
      yields: 2,
    },
    {
      key: "cards",
      label: "Cards",
      sort: "descending",
      value: ({ node_count }) => node_count,
      cell: ({ node_count }) => sayNumber(node_count),
      width: 5,
      align: "end",
    },
    {
      key: "endings",
      label: "Endings",
      sort: "descending",
      value: ({ stats }) => stats?.endings ?? 0,
      cell: ({ stats }) => sayNumber(stats?.endings),
      width: 5,
      align: "end",
      yields: 3,
    },
    {
      key: "problems",
      label: "Problems",
      sort: "descending",
      // By errors first: one of them weighs more than any number of warnings.
      value: ({ problems }) => (problems?.error ?? 0) * 1_000_000 + (problems?.warning ?? 0),
      cell: (dialogue) => <Problems dialogue={dialogue} />,
      width: 6,
      align: "end",
    },
    {
      key: "edited",
      label: "Last edit",
      sort: "descending",
      value: ({ stats, updated_at }) => Date.parse(stats?.edited_at ?? updated_at),
      cell: (dialogue) => <LastEdit dialogue={dialogue} />,
      width: 13,
      yields: 1,
    },
  ],
};

function Problems({ dialogue }: { dialogue: ListedDialogue }) {
  const projectId = useProjectId();
  const { problems = null } = dialogue;
  if (problems === null) return null;
  const kinds = (["error", "warning"] as const).filter((severity) => problems[severity] > 0);
  if (kinds.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <PageLink
      href={`/projects/${projectId}/dialogues/${dialogue.id}?problems=1`}
      className="inline-flex min-h-6 items-center gap-2.5 text-ink-2 hover:underline"
    >
      {kinds.map((severity) => (
        <span key={severity} className="inline-flex items-center gap-1">
          <SeverityMark severity={severity} />
          {problems[severity]} <span className="sr-only">{countWords(severity, problems[severity]).split(" ")[1]}</span>
        </span>
      ))}
    </PageLink>
  );
}

function LastEdit({ dialogue: { stats } }: { dialogue: ListedDialogue }) {
  const nameOf = useActorNames();
  if (stats === undefined) return null;
  return (
    <>
      <LocalTime iso={stats.edited_at} /> <span className="text-ink-3">by</span>{" "}
      <span dir="auto">{nameOf(stats.edited_by)}</span>
    </>
  );
}
