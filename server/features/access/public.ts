// What other features may use of access: who a caller is.
export { requirePerson } from "./people.ts";
