import { area } from "../../operation/area.ts";
import { predicate } from "./predicate.ts";

export const predicates = area({
  tag: "facts",
  resources: [predicate],
  forms: ["create", "update"],
  screen: predicate,
  operations: {
    create: predicate.create({
      summary: "Declare a predicate",
      description:
        "Declares what facts with this predicate may say beside each other. Facts that do not go together are written all the same, and answered with `conflicts`. A project declares at most 500 predicates.",
      errors: ["name_taken"],
      example: { name: "lives_in", functional: true },
    }),
    list: predicate.list(),
    get: predicate.get(),
    update: predicate.update({
      description: "Its name stays: facts name it by that.",
      example: { exclusive_with: ["wanders"] },
    }),
    delete: predicate.delete({
      summary: "Undeclare a predicate",
      description: "Facts keep it in their `predicate`; it has no rules any more.",
    }),
    restore: predicate.restore({ errors: ["name_taken"] }),
  },
});
