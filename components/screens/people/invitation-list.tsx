"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ROLE_NAMES } from "../../frame/session/role-names.ts";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Invitation, useReadPeopleAgain } from "./people-queries.ts";

/** The invitations that nobody has answered yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) {
    return <p className="text-13 text-ink-3">Nobody is invited. An invitation is open for 14 days.</p>;
  }
  return (
    <ul>
      {invitations.map((invitation) => (
        <Line key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function Line({ invitation }: { invitation: Invitation }) {
  const { id, email, role, expires_at } = invitation;
  const administer = useCan()("administer");
  const readAgain = useReadPeopleAgain();
  const [problem, setProblem] = useState<string | null>(null);
  const revoke = useMutation(
    useApi().members.revokeInvitation.mutationOptions({
      onSuccess: async () => {
        showToast({ text: `The invitation of ${email} is revoked.` });
        await readAgain();
      },
      onError: (error) => setProblem(error.message),
    }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-13">
      <span className="min-w-0 grow">
        <span className="block break-all font-medium text-ink">{email}</span>
        <span className="text-12 text-ink-3">
          {ROLE_NAMES[role]} · open until <LocalTime iso={expires_at} />
        </span>
      </span>
      <Button
        size="sm"
        aria-label={`Revoke the invitation of ${email}`}
        disabledReason={revoke.isPending ? "It is being revoked." : reasonOf(administer)}
        onClick={() => revoke.mutate({ invitation_id: id })}
      >
        Revoke
      </Button>
      {problem !== null && (
        <p role="alert" className="basis-full text-12 text-error">
          {problem}
        </p>
      )}
    </li>
  );
}
