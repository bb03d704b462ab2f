import { z } from "zod";
import { CANON_CATALOGUE, CANON_KINDS, CANON_SETTINGS, type CanonSetting } from "#domain/canon/kinds.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";

const words = (description: string) => z.array(z.string()).meta({ description });

const CatalogueEntry = z
  .object({
    kind: z.enum(CANON_KINDS).meta({ description: "Kind of the rule." }),
    name: z.string().meta({ description: "Name." }),
    description: z.string().meta({ description: "What breaks the rule." }),
    settings: z
      .array(
        z.object({
          field: z.enum(CANON_SETTINGS).meta({ description: "Field of a rule." }),
          description: z.string().meta({ description: "Its meaning for this kind." }),
        }),
      )
      .meta({ description: "Fields that adapt it." }),
    defaults: z
      .object({
        predicates: words("Predicates."),
        acts: words("Predicates of acts."),
        property: z.string().nullable().meta({ description: "Path of a property; null for none." }),
        values: words("Values of the property."),
        entity_types: words("Types of entities; empty for all."),
      })
      .meta({ description: "Values of what a new rule leaves empty." }),
    triggers: words("Kinds of subjects whose changes can break it."),
    blocks: words("Kinds of subjects whose changes it refuses in the mode `block`; it reports the others."),
  })
  .meta({ id: "CanonCatalogueEntry" });

export const readCatalogue = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/canon/catalogue",
  scope: "read",
  summary: "Read the catalogue of rules",
  description: "The kinds of rules with their settings. It is the same for every project, at any time.",
  timeTravel: false,
  params: projectScope,
  output: z.object({ kinds: z.array(CatalogueEntry).meta({ description: "The kinds, in their order." }) }),
  errors: ["not_found"],
  handle: async () => ({
    kinds: CANON_KINDS.map((kind) => {
      const { settings, defaults, triggers, blocks, name, description } = CANON_CATALOGUE[kind];
      return {
        ...{ kind, name, description },
        settings: Object.entries(settings).map(([field, meaning]) => ({
          field: field as CanonSetting,
          description: meaning,
        })),
        defaults: {
          ...defaults,
          predicates: [...defaults.predicates],
          acts: [...defaults.acts],
          values: [...defaults.values],
          entity_types: [...defaults.entity_types],
        },
        triggers: [...triggers],
        blocks: [...blocks],
      };
    }),
  }),
});
