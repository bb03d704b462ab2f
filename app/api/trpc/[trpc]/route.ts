import { answerStudioRequest } from "#server/http/next-mount.ts";

// The studio's API where requests come through Next instead of our listener.
export const GET = answerStudioRequest;
export const POST = answerStudioRequest;
