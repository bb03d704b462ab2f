import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/** Serves one of the games in `docs/` from an origin of its own, as a game's own server does. */
export async function serveGame(name: string): Promise<{ readonly origin: string; close(): void }> {
  const html = await readFile(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)));
  const server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(isPage ? 200 : 204, { "content-type": "text/html" }).end(isPage ? html : undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
