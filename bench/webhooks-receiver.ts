// A receiver of webhooks in a process of its own: takes everything, and tells when so many requests have arrived, or when each
// sequence did.
import { createServer } from "node:http";

let awaited = Number.POSITIVE_INFINITY;
let count = 0;
let moments: Record<number, number> | null = null;
const now = () => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    count += 1;
    if (moments !== null) moments[JSON.parse(Buffer.concat(pieces).toString()).data.seq] = now();
    response.writeHead(204).end();
    if (count === awaited) process.send?.({ arrived: now() });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : null });
});
process.on("message", (message: { awaited?: number; timed?: boolean; tell?: true }) => {
  if (message.awaited !== undefined) {
    count = 0;
    awaited = message.awaited;
    moments = message.timed === true ? {} : null;
    process.send?.({ ready: true });
  }
  if (message.tell === true) process.send?.({ moments });
});
process.on("disconnect", () => process.exit());
