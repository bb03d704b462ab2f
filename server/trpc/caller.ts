import { instance } from "../instance.ts";
import type { StudioCaller } from "./mount.ts";

/**
 * The operations as the signed-in person of this request may call them: for pages, which read before they are sent. Calls
 * reject with 401 as over HTTP when nobody is signed in.
 *
 * @param headers the page's request headers (`await headers()`), for the session's cookie.
 */
export async function studio(headers: Headers): Promise<StudioCaller> {
  const fabula = await instance();
  return fabula.studio.caller(headers);
}
