import type { OutboundRequest } from "../../outbound/outbound.ts";
import { failureOfAnswer, failureOfWay } from "./classify.ts";
import { bodyBytes, type WayOut } from "./exchange.ts";
import { ModelFailure } from "./port.ts";

/** Answer of a provider that succeeded. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Request to a provider whose answer is read as a whole. */
export type ProviderRequest = Pick<OutboundRequest, "url" | "method" | "headers" | "body" | "deadlineMs"> & {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Sends one request to a provider; its answer is that of a success.
 *
 * @throws ModelFailure and nothing else
 */
export async function askProvider(outbound: WayOut, request: ProviderRequest): Promise<ProviderAnswer> {
  let answer: Awaited<ReturnType<WayOut["request"]>>;
  try {
    answer = await outbound.request(request);
  } catch (error) {
    if (request.signal.aborted) throw new ModelFailure("cancelled", "The call was cancelled.");
    throw error;
  }
  if (answer.kind === "failure") throw failureOfWay(answer);
  const { status, headers } = answer;
  const bytes = await bodyBytes(answer, request.maxBytes);
  if (status !== 200) {
    throw failureOfAnswer({ status, headers, text: Buffer.from(bytes).toString("utf8") }, Date.now());
  }
  return { status, headers, bytes };
}
