import { everyVerb } from "#server/http/next-mount.ts";

// The bare prefix, which the catch-all beside it does not match.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
