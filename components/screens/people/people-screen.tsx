"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { InvitationList } from "./invitation-list.tsx";
import type { InvitePersonProps } from "./invite-person.tsx";
import { MemberTable } from "./member-table.tsx";
import { useInvitations, useMembers } from "./people-queries.ts";

const InvitePersonLate = late<InvitePersonProps>(() => import("./invite-person.tsx").then((part) => part.InvitePerson));

/** Who is in the workspace, and who is invited. */
export function PeopleScreen() {
  return (
    <Shell section="people" title={<h1 className="text-13">People</h1>}>
      <PeopleBody />
    </Shell>
  );
}

function PeopleBody() {
  const { workspaceName } = useSession();
  const [isInviting, setInviting] = useState(false);
  const InvitePerson = useLate(InvitePersonLate, isInviting);
  const administer = useCan()("administer");
  const members = useMembers();
  const invitations = useInvitations();
  const error = members.error ?? invitations.error;
  const isWhole = members.data !== undefined && invitations.data !== undefined;
  const open = invitations.data?.pages.flatMap((page) => page.invitations) ?? [];
  const people = members.data?.pages.flatMap((page) => page.members) ?? [];
  const total = members.data?.pages[0]?.total ?? 0;

  function readAgain(): void {
    void members.refetch();
    void invitations.refetch();
  }

  if (!isWhole && error !== null) return <ErrorState what="The people" error={error} onRetry={readAgain} />;
  if (!isWhole) return <Reading />;
  return (
    <div className="mx-auto w-full max-w-4xl px-5 py-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="members" className="font-semibold text-14">
          Members of <span dir="auto">{workspaceName}</span>{" "}
          <span className="numerals font-normal text-ink-3">{total}</span>
        </h2>
        <Button
          size="sm"
          variant="primary"
          icon={<UserPlus aria-hidden="true" className="size-3.5" />}
          disabledReason={reasonOf(administer)}
          onClick={() => setInviting(true)}
        >
          Invite someone
        </Button>
      </div>
      <MemberTable members={people} />
      {members.hasNextPage && (
        <Button className="mt-4" onClick={() => void members.fetchNextPage()}>
          {members.isFetchingNextPage ? "Reading…" : "Show more members"}
        </Button>
      )}
      <section aria-labelledby="invitations" className="mt-10">
        <h2 id="invitations" className="mb-2 font-semibold text-14">
          Open invitations{" "}
          <span className="numerals font-normal text-ink-3">
            {open.length > 0 && invitations.data?.pages[0]?.total}
          </span>
        </h2>
        <InvitationList invitations={open} />
        {invitations.hasNextPage && (
          <Button className="mt-4" onClick={() => void invitations.fetchNextPage()}>
            {invitations.isFetchingNextPage ? "Reading…" : "Show more invitations"}
          </Button>
        )}
      </section>
      {InvitePerson !== null && <InvitePerson onClose={() => setInviting(false)} />}
    </div>
  );
}

function Reading() {
  return (
    <div className="mx-auto w-full max-w-4xl space-y-2 px-5 py-6">
      <Loading what="the people" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
