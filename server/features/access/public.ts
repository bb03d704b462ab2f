// What other features may use of access: who a caller is, and what members are called.

export { invitations } from "./invitations.ts";
export { requirePerson } from "./people.ts";
export { membersByName } from "./people-sql.ts";
