"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ROLE_NAMES, type Role } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Member, useReadPeopleAgain } from "./people-queries.ts";

const HEAD = "py-2 pe-3 text-start font-medium";

/** The members, each with what they may do. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <table aria-labelledby="members" className="w-full text-13">
      <thead>
        <tr className="border-line border-b text-12 text-ink-3">
          <th scope="col" className={HEAD}>
            Who
          </th>
          <th scope="col" className={`${HEAD} max-sm:hidden`}>
            Member since
          </th>
          <th scope="col" className={HEAD}>
            Role
          </th>
          <th scope="col" className="py-2">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.user_id} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ member }: { member: Member }) {
  const { user_id, name, email, role, created_at } = member;
  const own = useSession();
  const api = useApi();
  const administer = useCan()("administer");
  const readAgain = useReadPeopleAgain();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const said = (text: string) => ({
    onSuccess: async () => {
      setProblem(null);
      showToast({ text });
      await readAgain();
    },
    onError: (error: { message: string }) => setProblem(error.message),
  });
  const changeRole = useMutation(api.members.changeRole.mutationOptions(said(`${name} has another role.`)));
  const remove = useMutation(api.members.remove.mutationOptions(said(`${name} is no member any more.`)));
  const signOut = useMutation(api.members.signOut.mutationOptions(said(`${name} is signed out.`)));
  const reason = reasonOf(administer) ?? ownerReason(own.role, role);
  const isSelf = user_id === own.userId;
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <span dir="auto" className="block break-words font-medium text-ink">
          {name}
          {isSelf && <span className="font-normal text-ink-3"> (you)</span>}
        </span>
        <span className="break-all text-12 text-ink-3">{email}</span>
        {problem !== null && (
          <span role="alert" className="block text-12 text-error">
            {problem}
          </span>
        )}
      </th>
      <td className="py-2 pe-3 text-ink-2 max-sm:hidden">
        <LocalTime iso={created_at} />
      </td>
      <td className="w-32 py-1.5 pe-3">
        <Select
          label={`Role of ${name}`}
          isLabelHidden
          value={role}
          disabled={reason !== null || changeRole.isPending}
          options={Object.entries(ROLE_NAMES).map(([value, label]) => ({
            value,
            label,
            disabled: value === "owner" && own.role !== "owner",
          }))}
          onChange={({ currentTarget }) => changeRole.mutate({ user_id, role: currentTarget.value as Role })}
        />
      </td>
      <td className="w-8 py-1.5 text-end">
        <Menu
          align="end"
          entries={() => [
            {
              title: "Sign out everywhere",
              disabledReason: reason,
              onSelect: () => signOut.mutate({ user_id }),
            },
            {
              title: "Remove from the workspace…",
              disabledReason: reason,
              onSelect: () => setAsking(true),
            },
          ]}
          trigger={(props) => (
            <IconButton size="sm" label={`More for ${name}`} icon={<Ellipsis className="size-4" />} {...props} />
          )}
        />
        <AlertDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title={isSelf ? "Leave this workspace?" : `Remove ${name}?`}
          description={
            <p>
              {isSelf ? "You lose" : "They lose"} access within a second. What {isSelf ? "you" : "they"} wrote stays,
              and so do the keys {isSelf ? "you" : "they"} made.
            </p>
          }
          action={isSelf ? "Leave" : "Remove"}
          onAct={() => remove.mutate({ user_id })}
        />
      </td>
    </tr>
  );
}

function ownerReason(own: Role, role: Role): string | null {
  return role === "owner" && own !== "owner" ? "Only an owner changes or removes owners." : null;
}
