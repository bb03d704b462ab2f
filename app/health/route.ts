import { everyVerb } from "#server/http/next-mount.ts";

// Liveness, where requests come through Next.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
