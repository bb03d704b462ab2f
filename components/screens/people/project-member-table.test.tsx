import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ME, PLACE } from "../../editor/session/simulation/fake-tab.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ProjectMemberTable } from "./project-member-table.tsx";
import { ProjectMembersScreen } from "./project-members-screen.tsx";

const member = (user_id: string, name: string, rest: object) => ({ user_id, name, email: null, since: null, ...rest });

const ANA = member(ME.userId, "Ana", { role: "admin", project_role: "admin", workspace_role: "viewer" });
const MARA = member("usr_mara", "Mara", { role: "admin", project_role: null, workspace_role: "owner" });
const BEN = member("usr_ben", "Ben", { role: "writer", project_role: null, workspace_role: "designer" });
const MILAN = member("usr_milan", "Milan", { role: "commenter", project_role: "commenter", workspace_role: "guest" });

const changed = vi.fn();
const removed = vi.fn();

beforeEach(() => {
  changed.mockReset().mockReturnValue(MILAN);
  removed.mockReset().mockReturnValue({ user_id: MILAN.user_id, deleted: true });
  answerWith({
    "projectMembers.list": () => ({ members: [ANA, BEN, MARA, MILAN], total: 4, has_more: false }),
    "projectMembers.invitations": () => ({ invitations: [], total: 0, has_more: false }),
    "projectMembers.changeRole": changed,
    "projectMembers.remove": removed,
  });
});

const AS_ADMIN = { [PLACE.projectId]: "admin" };
const roleOf = (name: string) => screen.findByLabelText<HTMLSelectElement>(`Role of ${name}`);
const choices = async (name: string) =>
  [...(await roleOf(name)).options].map(({ textContent, disabled }) => [textContent, disabled]);

function draw(role: "viewer" | "designer", part: ReactNode, projectRoles = {}) {
  render(<Studio {...{ role, projectRoles }}>{part}</Studio>);
}

const table = <ProjectMemberTable projectId={PLACE.projectId} actions={null} />;

test("each has the role that holds, can be given a stronger one than the workspace's, and is changed at once", async () => {
  draw("viewer", table, AS_ADMIN);
  expect(await choices("Ben")).toEqual([
    ["Admin", false],
    ["Writer", false],
    ["Commenter", true],
    ["Viewer", true],
  ]);
  expect(await roleOf("Mara")).toHaveProperty("disabled", true);
  await userEvent.selectOptions(await roleOf("Milan"), "writer");
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(changed.mock.calls[0]?.[0]).toMatchObject({ user_id: MILAN.user_id, role: "writer" });
});

test("whoever would give up their own role is asked first", async () => {
  draw("viewer", table, AS_ADMIN);
  await userEvent.selectOptions(await roleOf("Ana"), "viewer");
  const asked = await screen.findByRole("alertdialog");
  expect(asked.textContent).toContain("You can no longer invite people here");
  await userEvent.click(within(asked).getByRole("button", { name: "Cancel" }));
  expect(changed).not.toHaveBeenCalled();
});

test("whoever does not look after the project is told who does", async () => {
  draw("designer", <ProjectMembersScreen />);
  await screen.findByText("Members are for admins of the project and of the workspace");
  expect(screen.queryByRole("button", { name: "Invite to this project" })).toBeNull();
});
