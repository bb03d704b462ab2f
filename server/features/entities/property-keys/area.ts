import { area } from "../../../operation/area.ts";
import { propertyKey } from "./property-key.ts";

export const propertyKeys = area({
  tag: "projects",
  resources: [propertyKey],
  words: { property_key: ["declared property", "declared properties"] },
  operations: {
    create: propertyKey.create({
      summary: "Declare a property key",
      description:
        "Lists of entities that filter or sort by a declared key are answered from an index over all history, which is built in the background. Answers are the same without it. A project declares at most 32.",
      errors: ["name_taken"],
      example: { path: "stats.hp" },
    }),
    list: propertyKey.list(),
    delete: propertyKey.delete({
      summary: "Undeclare a property key",
      description: "Only the index goes; the properties stay as they are.",
    }),
  },
});
