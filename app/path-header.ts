/** The request header in which `proxy.ts` tells pages their own address: layouts are not told it otherwise. */
export const PATH_HEADER = "x-fabula-path";
