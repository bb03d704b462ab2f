// What other features may use of entities: the resources, to refer to them, and the one way to write, place and list them.
export { deleteIn } from "./delete-entity.ts";
export { entityResource } from "./entity.ts";
export { DIRECTIONS, readRelationshipsOf } from "./entity-relationships.ts";
export type { EntityState, EntityVersion } from "./entity-state.ts";
export { MAX_PROPERTIES_BYTES } from "./entity-state.ts";
export { importEntitiesJob } from "./import/import-job.ts";
export { forgetOldImports } from "./import/kept-imports.ts";
export { EntityList, entityListQuery, listEntityPage } from "./list-entities.ts";
export { entityRead, placed } from "./placed.ts";
export { IndexFiller } from "./property-keys/index-filler.ts";
export type { RelationshipState, RelationshipVersion } from "./relationship.ts";
export { MAX_RELATIONSHIP_BYTES, relationshipResource } from "./relationship.ts";
export { Entity, EntityCreate, EntityDeletion, entityFields, toEntity } from "./schemas.ts";
export { seenEntities, seenPlaces } from "./seen-places.ts";
export { shownEntity } from "./shown-entity.ts";
export { readSubtree } from "./subtree.ts";
export { EntityPatch, patchIn } from "./update-entity.ts";
export { answerEntity, createIn, entityLookUps } from "./write-entity.ts";
