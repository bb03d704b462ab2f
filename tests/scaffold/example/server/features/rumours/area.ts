import { invalidValue } from "#server/kernel/problem.ts";
import { area } from "#server/operation/area.ts";
import { byId } from "#server/record/look-up.ts";
import { exportRumours } from "./export.ts";
import { rumourGenerator } from "./generator.ts";
import { rumour, telling } from "./rumour.ts";

export const rumours = area({
  resources: [rumour],
  generators: [rumourGenerator],
  screen: rumour,
  operations: {
    create: rumour.create({ example: { name: "The toll is doubled at night.", heat: 7 } }),
    list: rumour.list(),
    export: exportRumours,
    get: rumour.get(),
    update: rumour.update({ example: { spread: "many" } }),
    delete: rumour.delete({ description: "Its tellings stay." }),
    restore: rumour.restore(),
    ...rumour.transitions(),
    generate: rumourGenerator.generate({
      summary: "Generate rumours",
      description:
        "Starts a generation session that makes rumours from a brief. Without a provider key they are sketches.",
      example: { prompt: "What the harbour remembers of the flood.", count: 2 },
    }),
  },
});

export const tellings = area({
  resources: [telling],
  screen: telling,
  operations: {
    create: telling.create({
      example: { name: "My cousin paid twice, I swear.", rumour_id: "rum_01jd0000000000000000000000" },
      lookUps: ({ rumour_id }) => [byId(rumour.resource, [rumour_id])],
      state: async ({ record }, { rumour_id }) => {
        const found = (await record.load(rumour.resource, [rumour_id])).has(rumour_id);
        if (!found) throw invalidValue(["body", "rumour_id"], "there is no such rumour", rumour_id);
        return {};
      },
    }),
    list: telling.list(),
    get: telling.get(),
    update: telling.update({ example: { name: "My cousin paid three times." } }),
    delete: telling.delete(),
    restore: telling.restore(),
  },
});
