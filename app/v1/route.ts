// The bare prefix, which the catch-all beside it does not match.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./[...path]/route.ts";
