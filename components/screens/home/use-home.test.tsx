import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ME } from "../../editor/session/simulation/fake-tab.ts";
import { keepPlace } from "../../frame/project/last-places.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { type ListedProject, useRecentDialogues } from "./use-home.ts";

const at = (day: number) => `2026-11-0${day}T08:00:00.000Z`;
const dialogue = (id: string, project_id: string, day: number) => ({
  id,
  name: `Dialogue ${id}`,
  project_id,
  node_count: 3,
  updated_at: at(day),
});
/** Four projects, each with a dialogue that was edited a day before that of the one before. */
const PROJECTS = [4, 3, 2, 1].map((day) => ({ id: `prj_${day}`, name: `Project ${day}` }));

function Recent() {
  const recent = useRecentDialogues(PROJECTS as ListedProject[]);
  return (
    <ul>
      {recent?.map(({ id, name, project, href }) => (
        <li key={id}>{`${name} of ${project}, ${href}`}</li>
      ))}
    </ul>
  );
}

test("what one was in last comes first, though its project is not among those changed last, and nothing of other workspaces", async () => {
  const place = { node_id: null, field: null, caret: null, scroll: 0 };
  keepPlace(ME.userId, { ...place, project_id: "prj_1", graph_id: "dlg_1", at: at(7) });
  keepPlace(ME.userId, { ...place, project_id: "prj_of_others", graph_id: "dlg_9", at: at(8) });
  const asked: unknown[] = [];
  answerWith({
    "dialogues.list": (input) => {
      asked.push(input.graph_id);
      const day = Number(String(input.project_id).slice(-1));
      const dialogues = [dialogue(`dlg_${day}`, `prj_${day}`, day)];
      return { dialogues, total: 1, has_more: false };
    },
  });
  render(
    <Studio>
      <Recent />
    </Studio>,
  );
  const items = await screen.findAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Dialogue dlg_1 of Project 1, /projects/prj_1/dialogues/dlg_1?resume=1",
    "Dialogue dlg_4 of Project 4, /projects/prj_4/dialogues/dlg_4",
    "Dialogue dlg_3 of Project 3, /projects/prj_3/dialogues/dlg_3",
  ]);
  expect(asked).toEqual([undefined, undefined, undefined, "dlg_1"]);
});
