"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useProject, useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan, useIsManager } from "../../frame/session/can.ts";
import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { InvitationList } from "./invitation-list.tsx";
import type { PersonLink } from "./person-link.tsx";
import { ProjectMemberTable } from "./project-member-table.tsx";

const PersonLinkLate = late(() => import("./person-link.tsx").then((part) => part.PersonLinkDialog));
const InviteLate = late(() => import("./invite-person.tsx").then((part) => part.InviteToProject));

/** Lists the people who can open the project, and the invitations to it. */
export function ProjectMembersScreen() {
  const isManager = useIsManager();
  return (
    <Shell title={<h1 className="text-13">Members</h1>}>
      {isManager ? (
        <Body />
      ) : (
        <AdministratorsOnly what="Members" isOfProject>
          <p>They invite people to this project, and choose what each may do here.</p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}

function Body() {
  const projectId = useProjectId();
  const name = useProject(projectId)?.name;
  const isAdministrator = useIsAdministrator();
  const [isInviting, setInviting] = useState(false);
  // Held here alone: a cache would keep it after the window has forgotten it.
  const [made, setMade] = useState<PersonLink | null>(null);
  const PersonLinkDialog = useLate(PersonLinkLate, made !== null);
  const InviteToProject = useLate(InviteLate, isInviting);
  const manage = useCan({ whileArchived: true, now: true })("manage");
  return (
    <div className="mx-auto w-full max-w-4xl px-1 py-6">
      <h2 className="px-4 font-semibold text-14">
        {name === undefined ? (
          "Members of this project"
        ) : (
          <>
            Members of <span dir="auto">{name}</span>
          </>
        )}
      </h2>
      <p className="mt-1 px-4 text-13 text-ink-2">
        Whoever you invite here sees this project and no other. People of the workspace can open every project
        {isAdministrator ? (
          <>
            :{" "}
            <PageLink href="/members" className="link">
              members of the workspace
            </PageLink>
            .
          </>
        ) : (
          "."
        )}
      </p>
      <ProjectMemberTable
        projectId={projectId}
        actions={
          <Button
            size="sm"
            variant="primary"
            icon={<UserPlus aria-hidden="true" className="size-3.5" />}
            disabledReason={reasonOf(manage)}
            onClick={() => setInviting(true)}
          >
            Invite to this project
          </Button>
        }
      />
      <TitledSection title="Open invitations" heading="px-4 pb-2 font-semibold text-14" className="mt-10">
        <InvitationList projectId={projectId} onMade={setMade} />
      </TitledSection>
      {InviteToProject !== null && (
        <InviteToProject projectId={projectId} onClose={() => setInviting(false)} onMade={setMade} />
      )}
      {PersonLinkDialog !== null && made !== null && <PersonLinkDialog link={made} onClose={() => setMade(null)} />}
    </div>
  );
}
