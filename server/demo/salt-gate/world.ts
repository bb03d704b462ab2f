import type { JsonObject } from "#domain/json.ts";

/** A place, person or thing of the sample world, as the seeding creates it; references are external ids. */
export interface SampleEntity {
  external_id: string;
  type: "location" | "character" | "faction" | "item" | "quest";
  name: string;
  properties: JsonObject;
  /** Absent for everything that is not a place: those never get a location path. */
  parent_external_id?: string | null;
}

/** A typed, directed relation between two entities of the sample world. */
export interface SampleRelationship {
  type: string;
  source_external_id: string;
  target_external_id: string;
  properties: JsonObject;
}
