// What other features may use of relationships: what a new one is made of, and how it is written.
export { RelationshipCreate } from "./schemas.ts";
export { createIn } from "./write-relationship.ts";
