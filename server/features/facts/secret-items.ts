import { z } from "zod";
import { baseSeq, ifMatch } from "../../operation/edit.ts";
import { secret } from "./secret.ts";

const subject = { id: secret.params.shape.secret_id };

const SecretCreateItem = secret.body.extend({ op: z.literal("create").optional() }).meta({ id: "SecretCreateItem" });
const SecretUpsertItem = secret.upsertBody
  .extend({ op: z.literal("upsert"), if_match: ifMatch })
  .meta({ id: "SecretUpsertItem" });
const SecretUpdateItem = z
  .strictObject({
    op: z.literal("update"),
    ...subject,
    patch: z.strictObject(secret.changes).partial(),
    if_match: ifMatch,
    base_seq: baseSeq,
  })
  .meta({ id: "SecretUpdateItem" });
const SecretDeleteItem = z
  .strictObject({ op: z.literal("delete"), ...subject, if_match: ifMatch })
  .meta({ id: "SecretDeleteItem" });

/** One part of a batch of secrets; without `op` it is a creation. */
export const SecretItem = z
  .discriminatedUnion("op", [SecretCreateItem, SecretUpsertItem, SecretUpdateItem, SecretDeleteItem])
  .meta({ id: "SecretItem" });
export type SecretItem = z.output<typeof SecretItem>;
