import { sentFields } from "../../kernel/sent-fields.ts";
import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { stateOf } from "../../record/resource.ts";
import { seedGenerator } from "./generator.ts";
import { harvestSeed } from "./operations/harvest-seed.ts";
import { listOverdueSeeds } from "./operations/list-overdue.ts";
import { namedLookUps } from "./require-named.ts";
import { seed } from "./seed.ts";

export const seeds = area({
  tag: "ideas",
  resources: [seed],
  generators: [seedGenerator],
  screen: seed,
  words: { seed: ["set-up", "set-ups"] },
  operations: {
    create: seed.create({
      description:
        "Records a promise that the story makes: the places at which it is made, and the point by which it has to be kept.",
      example: {
        promise: "The lamp on the mole will be lit once more.",
        planted: [{ kind: "event", seq: 1 }],
        due: { kind: "event", seq: 2 },
      },
      lookUps: namedLookUps,
    }),
    list: seed.list(),
    overdue: listOverdueSeeds,
    get: seed.get(),
    update: seed.update({
      description: "Replaces the fields that are sent; places and due points whole.",
      example: { strength: 5 },
      lookUps: namedLookUps,
      write: async (context, version, { base_seq: baseSeq, ...patch }) => {
        const next = { ...stateOf(seed.resource, version), ...sentFields(patch) };
        await edit(context, seed.resource, version, next, { baseSeq });
      },
    }),
    delete: seed.delete(),
    restore: seed.restore(),
    ...seed.transitions(),
    harvest: harvestSeed,
    generate: seedGenerator.generate({
      summary: "Generate seeds",
      description:
        "Starts a generation session that finds promises in gaps of the record: secrets and quests that no dialogue tells, places without use, characters without lines and bonds with one side. Without a provider key each gap that has no open promise yet becomes one, and where none is left the session completes without seeds; with a key the model starts from them. Promises that are open already are not made again.",
      example: { prompt: "What the harbour owes its dead.", count: 3 },
    }),
  },
});
