import { instance } from "../instance.ts";
import { studioContext } from "./mount.ts";
import type { AppRouter } from "./router.ts";

/** The studio's operations, called from a page on the server. */
export type StudioCaller = ReturnType<AppRouter["createCaller"]>;

/**
 * The operations as the signed-in person of this request may call them: for pages, which read before they are sent. Calls
 * reject with 401 as over HTTP when nobody is signed in.
 *
 * @param headers the page's request headers (`await headers()`), for the session's cookie.
 */
export async function studio(headers: Headers): Promise<StudioCaller> {
  const { studio: parts } = await instance();
  // A page reads; whoever lets it write has to check where the request came from, as server actions do.
  const context = studioContext(
    parts,
    () => parts.sessionOf(headers),
    () => {},
  );
  return parts.router.createCaller(context);
}
