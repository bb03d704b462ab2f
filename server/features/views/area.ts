import { area } from "../../operation/area.ts";
import { view } from "./view.ts";

export const views = area({
  tag: "projects",
  resources: [view],
  words: { view: ["view", "views"] },
  forms: ["create"],
  operations: {
    create: view.create({
      summary: "Save a view",
      description:
        "Gives a list of the world as it is shown a name, so that everybody in the project finds it above that list.",
      example: { name: "Cast by faction", subject: "characters", kind: "board", query: "by=properties.faction" },
    }),
    list: view.list(),
    get: view.get(),
    update: view.update({
      description: "Its name, its kind and what it shows; the list stays.",
      example: { name: "Cast by allegiance" },
    }),
    delete: view.delete({ description: "Only the view goes; what it shows stays." }),
    restore: view.restore(),
  },
});
