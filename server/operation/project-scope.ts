import { z } from "zod";
import { idOf } from "../kernel/validation/fields.ts";

/** Path parameters of an operation on a project as a whole. */
export const projectScope = z.object({ project_id: idOf("prj").meta({ description: "The project." }) });
