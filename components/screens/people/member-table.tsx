"use client";

import { type ReactNode, useRef, useState } from "react";
import { ROLES, WORKSPACE_ROLES } from "#domain/roles.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ROLE_NAMES } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import type { Column, ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Member, useMembers } from "./people-queries.ts";
import type { PersonLink } from "./person-link.tsx";
import { PERSON_TITLE } from "./person-title.tsx";

const SINCE: Column<Member> = {
  key: "since",
  label: "Member since",
  sort: "descending",
  value: ({ created_at }) => Date.parse(created_at),
  cell: ({ created_at }) => <LocalTime iso={created_at} />,
  width: 8,
  yields: 1,
};

const MEMBERS: ListDefinition<Member> = {
  name: "Members",
  one: "member",
  many: "members",
  id: ({ user_id }) => user_id,
  order: { key: "name", descending: false },
  search: { label: "Find a member", texts: ({ name, email, role }) => [name, email, ROLE_NAMES[role]] },
  title: PERSON_TITLE,
  columns: [SINCE],
};

interface MemberTableProps {
  actions: ReactNode;
  /** Called with a link that was made for a member, which can be shown now only. */
  onMade: (link: PersonLink) => void;
}

/** The members, each with what they may do. */
export function MemberTable({ actions, onMade }: MemberTableProps) {
  const own = useSession();
  const client = useStudioClient();
  const source = useMembers();
  const administer = reasonOf(useCan()("administer"));
  const handle = useRef<ListHandle<Member>>(null);
  const [asked, setAsked] = useState<Member | null>(null);
  const reasonFor = ({ role }: Member): string | null =>
    administer ?? (role === "owner" && own.role !== "owner" ? "Only owners can change or remove owners." : null);
  const attempt = (what: string, said: string, step: () => Promise<unknown>) =>
    void handle.current?.attempt(what, async () => {
      await step();
      showToast({ text: said });
      await source.again();
    });
  const makePasswordLink = ({ user_id, name }: Member) =>
    void handle.current?.attempt(`${name} has no link`, async () => {
      const { url, mailed, expires_at } = await client.members.createPasswordLink.mutate({ user_id });
      onMade({ kind: "password", who: name, url, mailed, expiresAt: expires_at });
    });
  const role: Column<Member> = {
    key: "role",
    label: "Role",
    cell: (member) => (
      <Select
        label={`Role of ${member.name}`}
        isLabelHidden
        value={member.role}
        disabled={reasonFor(member) !== null}
        options={(member.role === "guest" ? ROLES : WORKSPACE_ROLES).map((value) => ({
          value,
          label: ROLE_NAMES[value],
          disabled: value === "guest" || (value === "owner" && own.role !== "owner"),
        }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as (typeof WORKSPACE_ROLES)[number];
          attempt(`${member.name} keeps the role`, `${member.name} has another role.`, () =>
            client.members.changeRole.mutate({ user_id: member.user_id, role: next }),
          );
        }}
      />
    ),
    width: 8,
  };
  const isSelf = asked?.user_id === own.userId;
  return (
    <>
      <ListScreen
        list={{ ...MEMBERS, columns: [SINCE, role] }}
        source={source}
        {...useListView(MEMBERS)}
        handle={handle}
        isSection
        actions={actions}
        rowActions={(member) => [
          {
            title: "Sign out everywhere",
            disabledReason: reasonFor(member),
            run: ({ user_id, name }) =>
              attempt(`${name} could not be signed out`, `${name} is signed out.`, () =>
                client.members.signOut.mutate({ user_id }),
              ),
          },
          {
            title: "Make a link for a new password",
            disabledReason:
              reasonFor(member) ?? (member.user_id === own.userId ? "Change your own in the account menu." : null),
            run: makePasswordLink,
          },
          { title: "Remove from the workspace…", disabledReason: reasonFor(member), run: setAsked },
        ]}
        empty={null}
      />
      {asked !== null && (
        <AlertDialog
          open
          onClose={() => setAsked(null)}
          title={isSelf ? "Leave this workspace?" : `Remove ${asked.name}?`}
          description={
            <p>
              {isSelf ? "You lose" : "They lose"} access within a second. What {isSelf ? "you" : "they"} wrote stays,
              and so do the keys {isSelf ? "you" : "they"} made.
            </p>
          }
          action={isSelf ? "Leave" : "Remove"}
          onAct={() =>
            attempt(`${asked.name} could not be removed`, `${asked.name} was removed from the workspace.`, () =>
              client.members.remove.mutate({ user_id: asked.user_id }),
            )
          }
        />
      )}
    </>
  );
}
