import { searchForm } from "#domain/search-form.ts";
import { entityVersions } from "#drizzle/schema/entities.ts";
import { maxBytes } from "../../record/limits.ts";
import { resource } from "../../record/resource.ts";
import { entityInvariants } from "./entity-invariants.ts";
import { EntityState, MAX_PROPERTIES_BYTES } from "./entity-state.ts";
import { pathDerivation } from "./path-derivation.ts";

/** A thing of the story world: a place, a person, an item, whatever its type says. */
export const entityResource = resource({
  type: "entity",
  prefix: "ent",
  table: entityVersions,
  state: EntityState,
  references: { parent_id: "entity" },
  columns: (state) => ({ name_search: searchForm(state.name) }),
  derivation: pathDerivation,
  limits: [maxBytes("properties", MAX_PROPERTIES_BYTES)],
  invariants: entityInvariants,
});
