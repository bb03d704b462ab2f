import { z } from "zod";
import { singleLine } from "#server/kernel/validation/fields.ts";

/** Kinds of content that one text may be marked with. */
const MAX_TAGS = 50;

/** Returns the schema of the marks of a text by which limits of players find it: a few words each, as limits are. */
export const contentTags = () => z.array(singleLine({ min: 1, max: 100 })).max(MAX_TAGS);
