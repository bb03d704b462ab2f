"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useIsAdministrator, useSession } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { MemberTable } from "./member-table.tsx";
import type { PersonLink } from "./person-link.tsx";

const PersonLinkLate = late(() => import("./person-link.tsx").then((part) => part.PersonLinkDialog));
const InvitePersonLate = late(() => import("./invite-person.tsx").then((part) => part.InvitePerson));

/** Lists the members of the workspace, and the invitations to it. */
export function PeopleScreen() {
  const isAdministrator = useIsAdministrator();
  return (
    <Shell title={<h1 className="text-13">Members</h1>}>
      {isAdministrator ? (
        <PeopleBody />
      ) : (
        <AdministratorsOnly what="Members of the workspace">
          <p>They invite people, and choose what each may do.</p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}

function PeopleBody() {
  const { workspaceName } = useSession();
  const [isInviting, setInviting] = useState(false);
  // Held here alone: a cache would keep it after the window has forgotten it.
  const [made, setMade] = useState<PersonLink | null>(null);
  const PersonLinkDialog = useLate(PersonLinkLate, made !== null);
  const InvitePerson = useLate(InvitePersonLate, isInviting);
  const administer = useCan()("administer");
  return (
    <div className="mx-auto w-full max-w-4xl px-1 py-6">
      <h2 className="px-4 font-semibold text-14">
        Members of <span dir="auto">{workspaceName}</span>
      </h2>
      <MemberTable
        onMade={setMade}
        actions={
          <Button
            size="sm"
            variant="primary"
            icon={<UserPlus aria-hidden="true" className="size-3.5" />}
            disabledReason={reasonOf(administer)}
            onClick={() => setInviting(true)}
          >
            Invite someone
          </Button>
        }
      />
      <TitledSection title="Open invitations" heading="px-4 pb-2 font-semibold text-14" className="mt-10">
        <InvitationList projectId={null} onMade={setMade} />
      </TitledSection>
      {InvitePerson !== null && <InvitePerson onClose={() => setInviting(false)} onMade={setMade} />}
      {PersonLinkDialog !== null && made !== null && <PersonLinkDialog link={made} onClose={() => setMade(null)} />}
    </div>
  );
}
