import { neutralValue } from "#domain/dialogue/wire.ts";
import { area } from "../../operation/area.ts";
import { byColumn } from "../../record/look-up.ts";
import { variable } from "../dialogues/public.ts";
import { deleteVariable } from "./operations/delete-variable.ts";
import { listUses } from "./operations/list-uses.ts";
import { upsertIn } from "./upsert-variable.ts";

export const variables = area({
  tag: "dialogue",
  resources: [variable],
  forms: ["create", "update"],
  screen: variable,
  operations: {
    create: variable.create({
      example: { name: "courage", type: "integer", default: 0 },
      errors: ["name_taken"],
      lookUps: ({ name }) => [byColumn(variable.resource, "name", [name])],
      state: async (_context, { type, enum_values, default: value }) => ({
        default: value ?? neutralValue(type, enum_values),
      }),
    }),
    upsert: variable.upsert({
      errors: ["name_taken"],
      example: { external_id: "courage", name: "courage", type: "integer", default: 0 },
      lookUps: ({ name }) => [byColumn(variable.resource, "name", [name])],
      write: upsertIn,
    }),
    list: variable.list(),
    get: variable.get(),
    update: variable.update({
      description:
        "Renaming keeps every use: expressions name variables by id. A new type needs a default of that type.",
      errors: ["name_taken"],
      example: { name: "bravery" },
    }),
    delete: deleteVariable,
    restore: variable.restore({ errors: ["name_taken"] }),
    uses: listUses,
  },
});
