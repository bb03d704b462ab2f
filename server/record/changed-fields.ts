import { z } from "zod";
import { jsonValue } from "../kernel/page.ts";

/** One field of a stored state before and after; null stands for absent as well. */
export const ChangedField = z.object({
  field: z.string().meta({ description: "JSON Pointer into the subject's stored state." }),
  name: z.string().meta({ description: "Display name, such as `Choice text`." }),
  branch_id: z.string().nullable(),
  before: jsonValue,
  after: jsonValue,
});
