import { z } from "zod";
import { IMPORT_FORMATS } from "#domain/import/story.ts";

/** Bytes of UTF-8 that the key of a source may have: longer ones would not fit an index row. */
export const MAX_SOURCE_KEY_BYTES = 512;

/** Fields of a state for the origin of an imported subject, so that importing again updates it. */
export const sourceState = {
  source_format: z.string().nullable().default(null),
  source_key: z.string().nullable().default(null),
};

/** Schemas of those fields where a file brings them. */
export const sourceFields = {
  source_format: z.enum(IMPORT_FORMATS),
  source_key: z
    .string()
    .refine(
      (key) => Buffer.byteLength(key) <= MAX_SOURCE_KEY_BYTES,
      `a source key has at most ${MAX_SOURCE_KEY_BYTES} bytes`,
    ),
};
