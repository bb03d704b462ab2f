import { area } from "../../operation/area.ts";
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
    list: template.list(),
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
