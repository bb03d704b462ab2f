import { instance } from "../instance.ts";

// Next's bundle has a copy of every module of its own, whose classes are not those the instance knows: nothing may be thrown or
// caught here, only handed over.

/** Answers a request of a Next route handler. One app answers every path, so the handlers know none. */
async function answer(request: Request): Promise<Response> {
  const fabula = await instance();
  const { headers } = request;
  return fabula.app.fetch(request, { clientAddress: fabula.addressOf(headers), target: fabula.targetOf(headers) });
}

/**
 * Exports of a route handler: Next looks them up by the name of the method, and the app knows itself which methods a
 * path has.
 */
export const everyVerb = {
  GET: answer,
  HEAD: answer,
  OPTIONS: answer,
  POST: answer,
  PATCH: answer,
  PUT: answer,
  DELETE: answer,
};

/** Answers a request of the studio. */
export async function answerStudioRequest(request: Request): Promise<Response> {
  const { studio } = await instance();
  return studio.fetch(request);
}
