import { area } from "../../operation/area.ts";
import { byColumn, byId } from "../../record/look-up.ts";
import { entityResource } from "../entities/public.ts";
import { linesGenerator } from "./lines/generator.ts";
import { npc } from "./npc.ts";
import { exportNpc } from "./operations/export-npc.ts";
import { getNpc } from "./operations/get-npc.ts";
import { importNpc } from "./operations/import-npc.ts";
import { listNpcs } from "./operations/list-npcs.ts";
import { talkToNpc } from "./operations/talk.ts";
import { upsertIn } from "./write-npc.ts";

const EXAMPLE = {
  entity_id: "ent_01k9hq3tx8v2m5rbz4nd7wcfje",
  role: "keeper of the gate",
  personality: "Patient, and proud of the lamp.",
  style: "Short sentences. Never says please.",
  greetings: ["You are late. The tide is not."],
};

const lookUps = ({ entity_id: id }: { readonly entity_id?: string | undefined }) =>
  id === undefined ? [] : [byId(entityResource, [id]), byColumn(npc.resource, "entity_id", [id])];

export const npcs = area({
  tag: "npcs",
  resources: [npc],
  generators: [linesGenerator],
  forms: ["update"],
  words: { npc: ["voice of a character", "voices of characters"] },
  operations: {
    create: npc.create({
      description: "Makes an npc of an entity: a voice for its character.",
      example: EXAMPLE,
      errors: ["npc_exists"],
      lookUps,
    }),
    upsert: npc.upsert({
      example: { external_id: "keeper", ...EXAMPLE },
      errors: ["npc_exists"],
      lookUps,
      write: upsertIn,
    }),
    list: listNpcs,
    get: getNpc,
    update: npc.update({ example: { mood: "uneasy" } }),
    delete: npc.delete({ description: "Its entity stays as it is." }),
    import: importNpc,
    export: exportNpc,
    talk: talkToNpc,
    generate: linesGenerator.generate({
      summary: "Generate lines of an npc",
      description:
        "Starts a generation session that writes lines which the npc could say in a situation. It knows what its entity knows at the sequence, and nothing else reaches the model. The result of the session has the lines; none is kept in a dialogue. Without a provider key the lines are directions, each with the fact it tells. For words that a player waits for, say something to the npc instead.",
      example: { situation: "The keeper sees that the lamp is out.", count: 3 },
      errors: ["npc_unavailable"],
    }),
    restore: npc.restore({ errors: ["npc_exists"] }),
  },
});
