import { instance } from "../instance.ts";
import { answerStudio, STUDIO_LIMIT_BYTES } from "../trpc/mount.ts";
import { payloadTooLarge } from "./body.ts";

/** Answers a request of a Next route handler. One app answers every path, so the handlers know none. */
export async function answer(request: Request): Promise<Response> {
  const fabula = await instance();
  const { headers } = request;
  return fabula.app.fetch(request, { clientAddress: fabula.addressOf(headers), target: fabula.targetOf(headers) });
}

/** Answers a request of the studio. */
export async function answerStudioRequest(request: Request): Promise<Response> {
  const { studio } = await instance();
  return answerStudio(studio, limited(request, STUDIO_LIMIT_BYTES));
}

function limited(request: Request, limitBytes: number): Request {
  if (request.body === null) return request;
  let length = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > limitBytes) throw payloadTooLarge(limitBytes);
      controller.enqueue(chunk);
    },
  });
  const { url, method, headers } = request;
  const init = { method, headers, body: request.body.pipeThrough(cap), duplex: "half" };
  // Next hands over a proxy, which cannot be copied as a request.
  return new Request(url, init);
}
