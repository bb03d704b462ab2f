import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { AllProjects } from "./all-projects.tsx";
import { useProjectPages } from "./use-home.ts";

const project = (name: string) => ({
  id: `prj_${name}`,
  name,
  description: "",
  mode: "live",
  archived: false,
  packs: ["game"],
  last_seq: 1,
  updated_at: "2026-11-28T10:00:00.000Z",
});

function Home() {
  return <AllProjects pages={useProjectPages({})} actions={null} />;
}

/** Shows home's list of a workspace with projects of these names, as its server finds them. */
function showProjects(names: readonly string[]) {
  answerWith({
    "projects.list": ({ q = "" }) => {
      const projects = names.filter((name) => name.includes(String(q))).map(project);
      return { projects, total: projects.length, has_more: false };
    },
    "record.commits": () => ({ commits: [], total: 0, has_more: false }),
  });
  render(
    <Studio>
      <Home />
    </Studio>,
  );
  return userEvent.setup();
}

test("of many projects those are found that a name asks for, and it is said where there are none", async () => {
  const user = showProjects(Array.from({ length: 12 }, (_, at) => `tide ${at}`));
  await user.type(await screen.findByLabelText("Find a project"), "tide 11");
  expect(await screen.findByText("1 project found")).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(1);
  await user.type(screen.getByLabelText("Find a project"), "0");
  expect(await screen.findByText(/^No project is called/)).toBeTruthy();
  await user.clear(screen.getByLabelText("Find a project"));
  expect(await screen.findByText("tide 3")).toBeTruthy();
});

test("a few projects need no search", async () => {
  showProjects(["tide 1", "tide 2"]);
  expect(await screen.findByText("tide 2")).toBeTruthy();
  expect(screen.queryByLabelText("Find a project")).toBeNull();
});
