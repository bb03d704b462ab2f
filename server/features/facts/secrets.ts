import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { UPSERT } from "../../operation/ordinary/recorded.ts";
import { byId } from "../../record/look-up.ts";
import { entityResource } from "../entities/public.ts";
import { batchSecrets } from "./operations/batch-secrets.ts";
import { secret } from "./secret.ts";
import { coverage, patched, upsertIn } from "./write-secret.ts";

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
      state: (context, body) => coverage(context, body),
    }),
    upsert: secret.upsert({
      description: `${UPSERT} What a secret covers cannot change.`,
      example: {
        external_id: "keepers-name",
        subject_id: "ent_01jd0000000000000000000000",
        pointer: "/properties/true_name",
        known_by: ["ent_01jd0000000000000000000001"],
      },
      lookUps: (body) => [byId(entityResource, body.known_by ?? [])],
      write: upsertIn,
    }),
    batch: batchSecrets,
    list: secret.list(),
    get: secret.get(),
    update: secret.update({
      description:
        "Changes the entities that know the secret, and your note; the covered part cannot change. Entities added to `known_by` know it from this event on.",
      example: { note: "Until the keeper tells her." },
      lookUps: (body) => [byId(entityResource, body.known_by ?? [])],
      write: async (context, version, { base_seq: baseSeq, ...patch }) => {
        const next = await patched(context.record, version, patch);
        await edit(context, secret.resource, version, next, { baseSeq });
      },
    }),
    delete: secret.delete({ description: "The covered part becomes public, unless another secret covers it." }),
    restore: secret.restore(),
  },
});
