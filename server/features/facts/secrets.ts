import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { byId } from "../../record/look-up.ts";
import { stateOf } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";
import { requireCoverable } from "./require-coverable.ts";
import { requireEntities } from "./require-entities.ts";
import { secret } from "./secret.ts";

export const secrets = area({
  tag: "facts",
  resources: [secret],
  operations: {
    create: secret.create({
      description:
        "Limits a subject, or a part of it, to the entities that know it; everything else of a project is public. Reads with `as` leave out the parts that are secret from that entity at that moment. When several secrets cover the same part, the entity must know all of them.",
      example: {
        subject_id: "ent_01jd0000000000000000000000",
        pointer: "/properties/true_name",
        known_by: ["ent_01jd0000000000000000000001"],
      },
      lookUps: (body) => [byId(entityResource, body.known_by)],
      state: async (context, body) => {
        const subject_type = await requireCoverable(context, body);
        const known_by = [...new Set(body.known_by)];
        await requireEntities(context.record, known_by.map(knower));
        return { subject_type, known_by };
      },
    }),
    list: secret.list(),
    get: secret.get(),
    update: secret.update({
      description:
        "Changes the entities that know the secret, and your note; the covered part cannot change. Entities added to `known_by` know it from this event on.",
      example: { note: "Until the keeper tells her." },
      lookUps: (body) => [byId(entityResource, body.known_by ?? [])],
      write: async (
        context,
        version,
        { base_seq: baseSeq, known_by: sent = version.known_by, note = version.note },
      ) => {
        const known = new Set(version.known_by);
        const strangers = sent.map(knower).filter(({ id }) => !known.has(id));
        await requireEntities(context.record, strangers);
        const next = { ...stateOf(secret.resource, version), known_by: [...new Set(sent)], note };
        await edit(context, secret.resource, version, next, { baseSeq });
      },
    }),
    delete: secret.delete({ description: "The covered part becomes public, unless another secret covers it." }),
    restore: secret.restore(),
  },
});

/** An entity of `known_by` with its place in the request. */
function knower(id: string, index: number) {
  return { id, loc: ["body", "known_by", index] };
}
