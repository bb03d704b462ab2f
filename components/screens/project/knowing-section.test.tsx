import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { KnowingSection } from "./knowing-section.tsx";

const VIEWER = { role: "viewer" } as const;
const project = (knowing_types: string[]) => ({ id: "prj_a", knowing_types }) as never;

test("relationships that exist are chosen to share what a group knows, and taken out again", async () => {
  const sent: unknown[] = [];
  answerWith({
    "relationships.list": () => ({
      relationships: [{ type: "serves_under" }, { type: "member_of" }, { type: "member_of" }],
      total: 3,
      has_more: false,
    }),
    "projects.update": ({ knowing_types }) => {
      sent.push(knowing_types);
      return {};
    },
  });
  render(
    <Studio>
      <KnowingSection project={project(["member_of"])} />
    </Studio>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox", { name: "Relationship that shares knowledge" }));
  await user.click(await screen.findByRole("option", { name: "serves under" }));
  expect(screen.queryByRole("option", { name: "member of" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "“member of” shares nothing" }));
  expect(sent).toEqual([["member_of", "serves_under"], []]);
});

test("a viewer reads them and changes nothing", async () => {
  answerWith({ "relationships.list": () => ({ relationships: [], total: 0, has_more: false }) });
  render(
    <Studio {...VIEWER}>
      <KnowingSection project={project([])} />
    </Studio>,
  );
  expect(screen.getByText("No relationship shares knowledge yet.")).toBeTruthy();
  expect(screen.getByRole("combobox").getAttribute("aria-disabled")).toBe("true");
});
