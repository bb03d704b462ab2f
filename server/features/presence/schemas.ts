import { z } from "zod";
import { idOf, text } from "../../kernel/validation/fields.ts";

/** How long a place is believed without being said again. */
export const EXPIRES_AFTER_MS = 30_000;
/** How often it is to be said again. */
export const SAY_AGAIN_MS = 10_000;

export const presenceScope = z.object({ project_id: idOf("prj") });

/** What a window of the studio calls itself; the same word its gesture batches carry. */
export const clientId = text({ min: 8, max: 64, pattern: /^[A-Za-z0-9_-]+$/ });

/** One window of somebody's browser, and where it is. */
export const PresentPerson = z
  .object({
    client_id: z.string().meta({ description: "One window of a browser: a person may have several." }),
    user_id: z.string(),
    name: z.string(),
    graph_id: z.string().nullable().meta({ description: "The open dialogue." }),
    node_id: z.string().nullable().meta({ description: "The node worked on." }),
  })
  .meta({ id: "PresentPerson" });
