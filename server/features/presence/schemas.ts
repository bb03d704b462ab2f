import { z } from "zod";
import { idOf, text } from "../../kernel/validation/fields.ts";

/** Milliseconds after which a reported place expires unless it is reported again. */
export const EXPIRES_AFTER_MS = 30_000;
/** Milliseconds after which a client reports its place again. */
export const SAY_AGAIN_MS = 10_000;

export const presenceScope = z.object({ project_id: idOf("prj") });

/** Id that a window of the studio gives itself; its gesture batches carry the same id. */
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
