import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers in place of a page that says "not found", where its reader is a program: whoever takes HTML says so in `Accept`.
 * `answer` is called once the page would have been sent; nothing of the page is.
 */
export function withoutNotFoundPage(
  incoming: Pick<IncomingMessage, "headers">,
  outgoing: ServerResponse,
  answer: () => Promise<void>,
): void {
  if (incoming.headers.accept?.includes("text/html") === true) return;
  const { writeHead, write, end } = outgoing;
  let isReplaced = false;
  let isAnswered = false;
  const isPage = (status: number) =>
    status === 404 && String(outgoing.getHeader("content-type") ?? "").startsWith("text/html");
  outgoing.writeHead = ((status: number, ...rest: unknown[]) => {
    if (isReplaced || !isPage(status)) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    isReplaced = true;
    return outgoing;
  }) as typeof writeHead;
  const refuses = () => {
    // A head that nobody wrote is written with the first bytes.
    if (!isReplaced && !outgoing.headersSent) isReplaced = isPage(outgoing.statusCode);
    return isReplaced;
  };
  outgoing.write = ((...sent: unknown[]) => refuses() || Reflect.apply(write, outgoing, sent)) as typeof write;
  outgoing.end = ((...sent: unknown[]) => {
    if (!refuses()) return Reflect.apply(end, outgoing, sent);
    if (isAnswered) return outgoing;
    isAnswered = true;
    Object.assign(outgoing, { writeHead, write, end });
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    answer().catch(() => outgoing.destroy());
    return outgoing;
  }) as typeof end;
}
