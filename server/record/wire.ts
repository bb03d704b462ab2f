import { z } from "zod";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { VersionMeta } from "./resource.ts";

/** The version fields every recorded resource shows. */
export const versionFields = {
  valid_from_seq: z.int().nullable().meta({ description: "First sequence at which this version held." }),
  valid_to_seq: z
    .int()
    .nullable()
    .meta({ description: "Last sequence at which it held; null if it was current at the sequence of the read." }),
  created_at: z.iso.datetime().meta({ description: "Creation time, UTC." }),
  updated_at: z.iso.datetime().meta({ description: "Time of the last change, UTC." }),
};

/** Returns the sequence fields of a version, with the table's sentinel shown as null. */
export function versionMeta(version: VersionMeta) {
  return {
    valid_from_seq: version.valid_from_seq,
    valid_to_seq: version.valid_to_seq === CURRENT ? null : version.valid_to_seq,
    created_at: version.created_at,
    updated_at: version.updated_at,
  };
}
