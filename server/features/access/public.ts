// What other features may use of access: who a caller is, what members are called, what a plan allows, and how a workspace is
// changed.

export { type Authorship, audit } from "./audit.ts";
export { ENTRY_KINDS, type Entry, enterBy, openEntry } from "./entry-links.ts";
export { requireWholeWorkspace, requireWorkspaceRights } from "./grants.ts";
export { invitations } from "./invitations.ts";
export { hasChecksum, hashKey, newSecret, PLAYER_TOKEN_PREFIX } from "./key-format.ts";
export { futureMoment } from "./key-input.ts";
export { logsKeptFrom, playerEventsKeptFrom } from "./log-retention.ts";
export { requirePerson } from "./people.ts";
export { membersByName, membersInProject } from "./people-sql.ts";
export { type CountedLimit, requirePlanRoom } from "./plan-room.ts";
export { PLANS, type PlanName, planNameOf, planOf, RATE_WINDOW_SECONDS } from "./plans.ts";
export { personFields } from "./schemas.ts";
export { countSeats } from "./seats.ts";
export { setPlan } from "./set-plan.ts";
export { lockWorkspace, openWorkspace } from "./workspace-lock.ts";
export { requireWorkspace } from "./workspaces.ts";
