import { everyVerb } from "#server/http/next-mount.ts";

// Notices of the provider of payments, where requests come through Next.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
