import { everyVerb } from "#server/http/next-mount.ts";

// The types of the runtime, where requests come through Next.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
