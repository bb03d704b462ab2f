"use client";

import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { openWorkspace } from "../../frame/session/open-workspace.ts";
import { PROJECT_ROLE_NAMES, ROLE_NAMES } from "../../frame/session/role-names.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LocalTime } from "../../ui/local-time.tsx";

type Invitation = Outputs["members"]["myInvitations"]["invitations"][number];

/** Lists the invitations of the signed-in person, to other workspaces and to projects. */
export function OwnInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-label="Invitations" className="mb-8 space-y-2">
      {invitations.map((invitation) => (
        <Answerable key={invitation.id} invitation={invitation} />
      ))}
    </section>
  );
}

function Answerable({ invitation }: { invitation: Invitation }) {
  const { id, workspace_id, workspace_name, project_id, project_role, role, expires_at } = invitation;
  const api = useApi();
  const readAgain = useRefresh((api) => [api.members.myInvitations.pathKey()]);
  const [problem, setProblem] = useState<string | null>(null);
  const onError = (error: unknown) => setProblem(whyNot(error));
  const accept = useChange(
    api.members.acceptInvitation.mutationOptions({
      onSuccess: () =>
        openWorkspace(workspace_id, project_id === null ? "/" : `/projects/${project_id}`).catch(() =>
          setProblem(
            "You are a member now, but the workspace could not be opened. Reload the page, then open it from the account menu.",
          ),
        ),
      onError,
    }),
  );
  const decline = useChange(
    api.members.declineInvitation.mutationOptions({
      onSuccess: readAgain,
      onError,
    }),
  );
  const waits = accept.isPending || decline.isPending;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-panel px-4 py-3">
      <p className="min-w-0 grow">
        <strong dir="auto">{workspace_name}</strong> invites you{" "}
        {role === "guest" && project_role !== null
          ? `to one of its projects, as ${PROJECT_ROLE_NAMES[project_role].toLowerCase()}`
          : `as ${ROLE_NAMES[role].toLowerCase()}`}
        .{" "}
        <span className="text-13 text-ink-3">
          Open until <LocalTime iso={expires_at} />
        </span>
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          disabled={waits}
          aria-label={`Decline the invitation of ${workspace_name}`}
          onClick={() => decline.mutate({ invitation_id: id })}
        >
          Decline
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={waits || accept.isSuccess}
          aria-label={`Accept the invitation of ${workspace_name}`}
          onClick={() => accept.mutate({ invitation_id: id })}
        >
          Accept
        </Button>
      </div>
      <AlertLine className="basis-full text-13">{problem}</AlertLine>
    </div>
  );
}
