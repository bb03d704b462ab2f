import { lexemes } from "#domain/lexemes.ts";
import { namesOf } from "#domain/names-of.ts";
import { nearKeys } from "#domain/near-words.ts";
import { alnumForm, searchForm } from "#domain/search-form.ts";
import { textOfJson } from "#domain/text-of-json.ts";
import { entityVersions } from "#drizzle/schema/entities.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { maxBytes } from "../../record/limits.ts";
import { resource } from "../../record/resource.ts";
import { entityInvariants } from "./entity-invariants.ts";
import { EntityState, MAX_PROPERTIES_BYTES } from "./entity-state.ts";
import { pathDerivation } from "./path-derivation.ts";
import { PathsMoved } from "./paths-moved.ts";
import { openIndexCheck } from "./property-keys/index-check.ts";

const UNDER_IT =
  "everything under it has another `location_path` and another `ETag` without events of its own; `data` counts and names what moved";
const PLACES_ITS_PARENT =
  "The first child of an entity that had no `location_path` gives it one, without an event about it; `data.placed_parent_id` names it.";

/** A thing of the story world: a place, a person, an item, whatever its type says. */
export const entityResource = resource({
  type: "entity",
  prefix: "ent",
  table: entityVersions,
  state: EntityState,
  events: {
    created: { ...STANDARD_EVENTS.created, others: PLACES_ITS_PARENT, data: PathsMoved },
    updated: {
      meaning: "Some of its fields changed, its parent not among them.",
      others: `With another \`external_id\` ${UNDER_IT}.`,
      data: PathsMoved,
    },
    moved: {
      meaning: "It was given another parent or none, perhaps together with other fields.",
      others: `When its path changed, ${UNDER_IT}. ${PLACES_ITS_PARENT}`,
      data: PathsMoved,
    },
    deleted: {
      meaning: "It was deleted.",
      others:
        "Relationships from and to it and, with `cascade`, everything under it are deleted in events of their own before this one; with `detach` its children are moved. Their `causation` is the entity whose deletion was asked for.",
    },
    restored: {
      ...STANDARD_EVENTS.restored,
      others: `Subjects deleted with it are restored in events of their own, if possible. With another parent or \`external_id\`, ${UNDER_IT}.`,
      data: PathsMoved,
    },
  },
  references: { parent_id: "entity" },
  countedBy: "type",
  columns: ({ name }) => {
    const name_search = searchForm(name);
    return { name_search, name_alnum: alnumForm(name_search) };
  },
  // The trigrams of a name are found in the last version that has it.
  emptied: { name_alnum: "name" },
  derivation: pathDerivation,
  followed: openIndexCheck,
  wording: {
    fields: ["name", "type", "properties"],
    text: ({ name, type, properties }) => `${name}\n${type}\n${textOfJson(properties)}`,
    place: () => null,
    tags: (state) => namesOf(state).flatMap((name) => lexemes(name).flatMap(nearKeys)),
  },
  limits: [maxBytes("properties", MAX_PROPERTIES_BYTES)],
  invariants: entityInvariants,
});
