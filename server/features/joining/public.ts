// What pages may use of joining: the answer about a link.
import type { z } from "zod";
import type { EntryLink } from "./schemas.ts";

export type EntryLinkAnswer = z.output<typeof EntryLink>;
