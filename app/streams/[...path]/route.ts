import { everyVerb } from "#server/http/next-mount.ts";

// Streams that tickets open, where requests come through Next instead of our listener.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyVerb;
