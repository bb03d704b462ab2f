import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** A name server on this machine whose answers a test decides; none of them may be remembered. */
export interface NameServer {
  /** `address:port`, as a resolver wants it. */
  readonly address: string;
  /** Addresses of each name; null does not answer at all. A missing name does not exist. */
  readonly names: Map<string, readonly string[] | null>;
  close(): void;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = new Array(8 - before.length - after.length).fill("0");
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** One answer: the question's name by its offset, type, class IN, time to live 0, and the address. */
function record(type: number, address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

/** Starts a name server over UDP (RFC 1035). */
export async function startNameServer(): Promise<NameServer> {
  const names: NameServer["names"] = new Map();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const name = labels.join(".").toLowerCase();
    const addresses = names.get(name);
    if (addresses === null) return;
    const fitting = (addresses ?? []).filter((address) => type === (isIPv4(address) ? TYPE_A : TYPE_AAAA));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (addresses === undefined ? NAME_ERROR : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(fitting.length, 6);
    const question = query.subarray(12, at + 5);
    socket.send(
      Buffer.concat([head, question, ...fitting.map((address) => record(type, address))]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, names, close: () => socket.close() };
}
