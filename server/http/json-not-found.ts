import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiResponse } from "./exchange.ts";

/**
 * Answers in place of a page that says "not found", where its reader is a program: whoever takes HTML says so in `Accept`.
 * `answer` is called once the page would have been sent; nothing of the page is, whatever its writer does afterwards.
 */
export function withoutNotFoundPage(
  incoming: Pick<IncomingMessage, "headers">,
  outgoing: ServerResponse,
  answer: () => Promise<Pick<ApiResponse, "status" | "headers" | "body">>,
): void {
  if (incoming.headers.accept?.includes("text/html") === true) return;
  const { writeHead, write, end } = outgoing;
  let isReplaced = false;
  let isAnswered = false;
  const isPage = (status: number) =>
    status === 404 && String(outgoing.getHeader("content-type") ?? "").startsWith("text/html");
  const refuses = () => {
    // A head that nobody wrote is written with the first bytes.
    if (!isReplaced && !outgoing.headersSent) isReplaced = isPage(outgoing.statusCode);
    return isReplaced;
  };
  const send = async () => {
    const { status, headers, body } = await answer();
    const bytes = Buffer.from(body ?? "");
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    Reflect.apply(writeHead, outgoing, [status, { ...headers, "content-length": bytes.length }]);
    Reflect.apply(end, outgoing, [bytes]);
  };
  outgoing.writeHead = ((status: number, ...rest: unknown[]) => {
    if (!isReplaced && !isPage(status)) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    isReplaced = true;
    return outgoing;
  }) as typeof writeHead;
  outgoing.write = ((...sent: unknown[]) => refuses() || Reflect.apply(write, outgoing, sent)) as typeof write;
  outgoing.end = ((...sent: unknown[]) => {
    if (!refuses()) return Reflect.apply(end, outgoing, sent);
    if (!isAnswered) send().catch(() => outgoing.destroy());
    isAnswered = true;
    return outgoing;
  }) as typeof end;
}
