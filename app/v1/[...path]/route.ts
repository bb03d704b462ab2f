import { answer } from "#server/http/next-mount.ts";

// The public API where requests come through Next instead of our listener.
export const GET = answer;
export const HEAD = answer;
export const OPTIONS = answer;
export const POST = answer;
export const PATCH = answer;
export const PUT = answer;
export const DELETE = answer;
