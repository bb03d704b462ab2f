import { cache } from "react";
import { servedReference } from "#server/docs/served-reference.ts";

/** The reference, asked for once while a page is made: its layout, its title and its body all need it. */
export const referenceOfRequest = cache(servedReference);
