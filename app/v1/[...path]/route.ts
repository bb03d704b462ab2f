import { instance } from "#server/instance.ts";

/** The public API where Next runs without our listener. One app answers every path, so this file knows none. */
async function answer(request: Request): Promise<Response> {
  const fabula = await instance();
  return fabula.app.fetch(request, fabula.addressOf(request.headers));
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
