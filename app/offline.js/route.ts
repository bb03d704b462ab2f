import { everyVerb } from "#server/http/next-mount.ts";

// The part of the runtime for games without a network, where requests come through Next.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
