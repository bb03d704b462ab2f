import { answer } from "#server/http/next-mount.ts";

// The bare prefix, which the catch-all beside it does not match.
export const GET = answer;
export const HEAD = answer;
export const OPTIONS = answer;
export const POST = answer;
export const PATCH = answer;
export const PUT = answer;
export const DELETE = answer;
