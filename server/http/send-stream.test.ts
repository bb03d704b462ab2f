import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sendStream } from "./send-stream.ts";

const pieces = [Buffer.from("Grüße\n\n"), Buffer.from("x".repeat(300_000)), Buffer.from("end\n\n")];
const whole = Buffer.concat(pieces).toString();

/** Asks for two streams in one go, as `requests`, and takes what comes until the connection ends. */
async function answersTo(requests: string): Promise<string> {
  const server = createServer((_, outgoing) => {
    const over = new AbortController();
    const stream = {
      close: () => over.abort(),
      over: over.signal,
      [Symbol.asyncIterator]: async function* () {
        yield* pieces;
      },
    };
    void sendStream(outgoing, { status: 200, headers: { "content-type": "text/plain" } }, stream);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(requests);
  const answer = await text(socket);
  server.close();
  return answer;
}

const bodies = (answer: string) => answer.split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1);

test("bytes arrive in chunks, also behind another answer of the connection", async () => {
  const request = "GET / HTTP/1.1\r\nHost: x\r\n";
  const chunked = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  const answer = await answersTo(`${request}\r\n${request}Connection: close\r\n\r\n`);
  expect(bodies(answer)).toEqual([`${chunked}0\r\n\r\n`, `${chunked}0\r\n\r\n`]);
});

test("a client that knows no chunks is sent the bytes", async () => {
  expect(bodies(await answersTo("GET / HTTP/1.0\r\n\r\n"))).toEqual([whole]);
});
