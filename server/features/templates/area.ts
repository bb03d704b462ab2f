import { area } from "../../operation/area.ts";
import { declareList } from "../../operation/ordinary/declare-list.ts";
import { filterShape } from "../../operation/ordinary/field-schemas.ts";
import { byColumn } from "../../record/look-up.ts";
import { template } from "./template.ts";

export const templates = area({
  tag: "projects",
  resources: [template],
  words: { template: ["set of fields", "sets of fields"] },
  operations: {
    create: template.create({
      description:
        "Declares the properties of entities of a type, or of dialogue nodes of a kind. Values keep their JSON form, properties that are not declared stay free-form, and nothing that is stored changes. With `validate` set to `refuse`, a new value that does not fit is a 422 that names the property.",
      errors: ["name_taken"],
      example: {
        applies_to: "entity",
        type: "character",
        label: "Character",
        icon: "person",
        properties: [
          { key: "age", label: "Age", kind: "number", min: 0 },
          { key: "loyalty", label: "Loyalty", kind: "choice", options: ["loyal", "wavering", "traitor"] },
          { key: "faction", label: "Faction", kind: "reference", of_type: "faction" },
        ],
        validate: "refuse",
      },
      lookUps: ({ applies_to }) => [byColumn(template.resource, "applies_to", [applies_to])],
    }),
    // Its `properties` are declarations: lists are not searched by them as by those of entities.
    list: declareList(template, "/v1/projects/{project_id}/templates", {
      field: template.plural,
      filters: filterShape(template.declared),
      sortable: ["type"],
    }),
    get: template.get(),
    update: template.update({
      description:
        "Sent `properties` replace all of them. A property that is left out becomes free-form; its values stay.",
      example: { validate: "warn" },
    }),
    delete: template.delete({ description: "The values stay, as free-form properties." }),
    restore: template.restore({ errors: ["name_taken"] }),
  },
});
