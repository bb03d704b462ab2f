import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { forgetOldEntryLinks } from "./entry-links.ts";
import { acceptInvitation, declineInvitation } from "./operations/answer-invitation.ts";
import { changeMyPassword } from "./operations/change-my-password.ts";
import { changeProjectRole } from "./operations/change-project-role.ts";
import { changeRole } from "./operations/change-role.ts";
import { createKey } from "./operations/create-key.ts";
import { createPasswordLink } from "./operations/create-password-link.ts";
import { getKey } from "./operations/get-key.ts";
import { getMe } from "./operations/get-me.ts";
import { getMember } from "./operations/get-member.ts";
import { getWorkspace } from "./operations/get-workspace.ts";
import { inviteMember } from "./operations/invite-member.ts";
import { listAudit } from "./operations/list-audit.ts";
import { listInvitations } from "./operations/list-invitations.ts";
import { listKeys } from "./operations/list-keys.ts";
import { listMembers } from "./operations/list-members.ts";
import { listMyInvitations } from "./operations/list-my-invitations.ts";
import { listMyWorkspaces } from "./operations/list-my-workspaces.ts";
import { listPeople } from "./operations/list-people.ts";
import { listProjectMembers } from "./operations/list-project-members.ts";
import {
  inviteToProject,
  listProjectInvitations,
  renewProjectInvitation,
  revokeProjectInvitation,
} from "./operations/project-invitations.ts";
import { removeMember } from "./operations/remove-member.ts";
import { removeProjectMember } from "./operations/remove-project-member.ts";
import { renewWorkspaceInvitation } from "./operations/renew-invitation.ts";
import { revokeWorkspaceInvitation } from "./operations/revoke-invitation.ts";
import { revokeKey } from "./operations/revoke-key.ts";
import { rotateKey } from "./operations/rotate-key.ts";
import { setMemberPassword } from "./operations/set-member-password.ts";
import { signOutEverywhere } from "./operations/sign-out-everywhere.ts";
import { signOutMember } from "./operations/sign-out-member.ts";
import { updateKey } from "./operations/update-key.ts";
import { updateWorkspace } from "./operations/update-workspace.ts";

export const keys = area({
  tag: "keys",
  forms: ["create", "rotate", "update"],
  operations: {
    create: createKey,
    list: listKeys,
    get: getKey,
    update: updateKey,
    rotate: rotateKey,
    revoke: revokeKey,
    me: getMe,
  },
});

export const members = area({
  tag: "keys",
  forms: ["changeMyPassword", "invite"],
  jobs: [upkeep("forget_entry_links", ({ database, clock }) => forgetOldEntryLinks(database.writes, clock.now()))],
  operations: {
    invite: inviteMember,
    invitations: listInvitations,
    renewInvitation: renewWorkspaceInvitation,
    revokeInvitation: revokeWorkspaceInvitation,
    myInvitations: listMyInvitations,
    myWorkspaces: listMyWorkspaces,
    acceptInvitation,
    declineInvitation,
    list: listMembers,
    get: getMember,
    changeRole,
    remove: removeMember,
    setPassword: setMemberPassword,
    createPasswordLink,
    signOut: signOutMember,
    changeMyPassword,
    signOutEverywhere,
  },
});

export const projectMembers = area({
  tag: "keys",
  forms: ["invite"],
  operations: {
    list: listProjectMembers,
    changeRole: changeProjectRole,
    remove: removeProjectMember,
    invite: inviteToProject,
    invitations: listProjectInvitations,
    renewInvitation: renewProjectInvitation,
    revokeInvitation: revokeProjectInvitation,
  },
});

export const workspace = area({
  tag: "keys",
  operations: { get: getWorkspace, update: updateWorkspace, people: listPeople, audit: listAudit },
});
