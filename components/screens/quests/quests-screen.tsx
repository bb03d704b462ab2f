"use client";

import { counted } from "#domain/counted.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Quest } from "../../frame/project/quest-queries.ts";
import DATA from "../../frame/resource/data/quests.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";
import type { Column } from "../../ui/list/list-definition.ts";
import { PageLink } from "../../ui/page-link.tsx";

const COLUMNS: readonly Column<Quest>[] = [
  {
    key: "stages",
    label: "Stages",
    cell: ({ stages }) => <span className="numerals text-12">{stages.length}</span>,
    width: 6,
    yields: 2,
  },
  {
    key: "objectives",
    label: "Objectives",
    cell: ({ stages }) => (
      <span className="numerals text-12">{stages.reduce((sum, { objectives }) => sum + objectives.length, 0)}</span>
    ),
    width: 7,
    yields: 1,
  },
];

/** The quests of a project: what players can be sent to do. */
export function QuestsScreen() {
  return (
    <ResourceScreen<Quest>
      data={DATA}
      about="A quest has stages, and each stage says what is to be done. Dialogues offer quests and move them on."
      columns={COLUMNS}
      details={(quest) => <BoardLink quest={quest} />}
    />
  );
}

/** Way to the stages of a quest. */
function BoardLink({ quest: { id, stages } }: { quest: Quest }) {
  const projectId = useProjectId();
  return (
    <section aria-label="Stages" className="border-line border-t pt-4 text-13">
      <PageLink href={`/projects/${projectId}/quests/${id}`} className="link">
        {stages.length === 0 ? "Give it stages" : `Open its ${counted(stages.length, "stage")}`}
      </PageLink>
    </section>
  );
}
