import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { withoutNotFoundPage } from "./json-not-found.ts";

test("a page that says not found is JSON for whoever takes no HTML; other answers stay as they are", async () => {
  const server = createServer((incoming, outgoing) => {
    withoutNotFoundPage(incoming, outgoing, async () => ({
      status: 404,
      headers: { "content-type": "application/json" },
      body: "{}",
    }));
    outgoing.setHeader("content-type", incoming.url === "/text" ? "text/plain" : "text/html; charset=utf-8");
    outgoing.statusCode = incoming.url === "/page" ? 200 : 404;
    if (incoming.url === "/head") outgoing.writeHead(404);
    outgoing.write("<p>");
    outgoing.end("Not here</p>");
  }).listen(0);
  await once(server, "listening");
  const ask = async (path: string, accept: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { accept },
    });
    return `${answer.status} ${await answer.text()}`;
  };
  const page = "<p>Not here</p>";
  expect(await ask("/none", "*/*")).toBe("404 {}");
  expect(await ask("/head", "application/json")).toBe("404 {}");
  expect(await ask("/none", "text/html,*/*;q=0.8")).toBe(`404 ${page}`);
  expect(await ask("/page", "*/*")).toBe(`200 ${page}`);
  expect(await ask("/text", "*/*")).toBe(`404 ${page}`);
  server.close();
});
