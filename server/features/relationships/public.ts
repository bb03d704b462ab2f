// What other features may use of relationships: what a new one is made of, and how it is written.
export { loadBatch as loadRelationships } from "./batch-ahead.ts";
export { RelationshipCreate, RelationshipUpsert } from "./schemas.ts";
export { createIn, upsertIn as upsertRelationship } from "./write-relationship.ts";
