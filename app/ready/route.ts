export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "../v1/[...path]/route.ts";
