import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** One run: the same request over and over on a few connections, each waiting for its answer before it asks again. */
export interface ClientRun {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

// Raw sockets, because a client that parses more than it must would be what is measured.
async function count({ port, path, headers, connections, milliseconds }: ClientRun): Promise<number> {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map((pair) => pair.join(": ")),
  ];
  const request = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  const end = performance.now() + milliseconds;
  let answers = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      while (performance.now() < end) {
        socket.write(request);
        await answerOf(socket);
        answers += 1;
      }
      socket.destroy();
    }),
  );
  return answers;
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
      resolve();
    };
    socket.on("data", take);
    socket.once("error", reject);
  });
}

if (parentPort !== null) parentPort.postMessage(await count(workerData as ClientRun));
