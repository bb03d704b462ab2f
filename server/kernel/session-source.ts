import { z } from "zod";
import { field } from "./field.ts";
import { idOf } from "./validation/fields.ts";

/** Fields of a source that is a generation session. */
export const sessionSource = {
  kind: z.literal("session"),
  session_id: idOf("ses").meta({ description: "The generation session that proposed it." }),
};

/** Field `source` of subjects that are made by generations as well as by callers. */
export const sessionSourceField = field(z.strictObject(sessionSource).nullable(), {
  description: "The generation session that made it; null where a caller wrote it.",
  writable: "never",
  default: null,
});
