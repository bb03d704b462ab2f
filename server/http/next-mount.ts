import { instance } from "../instance.ts";

/** Answers a request of a Next route handler. One app answers every path, so the handlers know none. */
export async function answer(request: Request): Promise<Response> {
  const fabula = await instance();
  const { headers } = request;
  return fabula.app.fetch(request, { clientAddress: fabula.addressOf(headers), target: fabula.targetOf(headers) });
}
