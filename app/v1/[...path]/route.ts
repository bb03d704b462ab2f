import { everyVerb } from "#server/http/next-mount.ts";

// The public API where requests come through Next instead of our listener.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
