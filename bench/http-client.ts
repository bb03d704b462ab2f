import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** Request to send; with a body it is a POST of JSON, in which `{id}` is another text in each request. */
export interface ClientRequest {
  path: string;
  body?: string;
}

/** One run: requests in turn, over and over, on a few connections, each waiting for its answer before it asks again. */
export interface ClientRun {
  /** Ports on this machine, among which the connections are shared. */
  ports: readonly number[];
  requests: readonly ClientRequest[];
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

/** Result of a run. */
export interface ClientResult {
  answers: number;
  /** Milliseconds that each answer took. */
  times: number[];
}

// Raw sockets, because a client that parses more than it must would be what is measured.
async function count({ ports, requests, headers, connections, milliseconds }: ClientRun): Promise<ClientResult> {
  const end = performance.now() + milliseconds;
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, nth) => {
      const port = ports[nth % ports.length] ?? 0;
      const sent = requests.map((request) => written(request, port, headers));
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      for (let begun = performance.now(); begun < end; begun = performance.now()) {
        socket.write(sent[next++ % sent.length]?.() ?? "");
        await answerOf(socket);
        times.push(performance.now() - begun);
      }
      socket.destroy();
    }),
  );
  return { answers: times.length, times };
}

function written({ path, body }: ClientRequest, port: number, headers: Record<string, string>): () => Buffer {
  const [before = "", behind] = body?.split("{id}", 2) ?? [];
  if (behind !== undefined) {
    return () => written({ path, body: `${before}${randomUUID()}${behind}` }, port, headers)();
  }
  const lines = [
    `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers).map((pair) => pair.join(": ")),
  ];
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
  return () => bytes;
}

function answerOf(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const take = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      socket.off("data", take);
      socket.off("error", reject);
      if (/^HTTP\/1\.1 (200|201|304|404) /.test(text)) resolve();
      else reject(new Error(text.slice(0, 500)));
    };
    socket.on("data", take);
    socket.once("error", reject);
  });
}

if (parentPort !== null) parentPort.postMessage(await count(workerData as ClientRun));
