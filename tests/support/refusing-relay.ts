import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { withDatabase } from "#server/postgres/connection.ts";

/** A refusal that is to come, and of what. */
export interface PlantedRefusal {
  /** Whether a statement is the one, by its text. */
  readonly at: (text: string) => boolean;
  readonly sqlstate: string;
  /**
   * `refuse`: the server refuses it instead of executing it. `done`: it executes, and the refusal comes in place of its answer.
   * `fatal`: the server says so and closes. `close`: the server closes without a word. `stall`: it neither executes nor answers
   * anything any more on that connection. `mute`: it executes, and answers nothing any more.
   */
  readonly how: "refuse" | "done" | "fatal" | "close" | "stall" | "mute";
}

/** Relay to a database that makes it refuse one statement, once. */
export interface RefusingRelay {
  readonly url: string;
  /** Plants a refusal for the next statement that fits; answers when it was refused. */
  plant(planted: PlantedRefusal): Promise<void>;
  /** Closes the next connection while it begins. */
  closeAtStart(): void;
  close(): Promise<void>;
}

/** Messages of PostgreSQL's protocol 3.0, https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CODE = { parse: "P", bind: "B", query: "Q", sync: "S", complete: "C", ready: "Z" };
const STARTUP_HEADER = 4;
const HEADER = 5;

/** Reads whole messages from pieces of a stream; those of a client begin with one that has no code. */
export class Messages {
  private rest = Buffer.alloc(0);
  private hasStarted: boolean;

  constructor(hasStarted: boolean) {
    this.hasStarted = hasStarted;
  }

  *read(piece: Buffer): Generator<{ code: string; bytes: Buffer }> {
    this.rest = Buffer.concat([this.rest, piece]);
    for (;;) {
      const header = this.hasStarted ? HEADER : STARTUP_HEADER;
      if (this.rest.length < header) return;
      const length = this.rest.readUInt32BE(header - 4) + header - 4;
      if (this.rest.length < length) return;
      const bytes = this.rest.subarray(0, length);
      yield { code: this.hasStarted ? String.fromCharCode(bytes[0] ?? 0) : "", bytes };
      this.hasStarted = true;
      this.rest = this.rest.subarray(length);
    }
  }
}

export const zeroEnded = (bytes: Buffer, from: number) => bytes.toString("utf8", from, bytes.indexOf(0, from));

function message(code: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(code), length, body]);
}

function refusal(severity: "ERROR" | "FATAL", sqlstate: string): Buffer {
  const fields = { S: severity, V: severity, C: sqlstate, M: "planted", R: "Planted" };
  const text = Object.entries(fields).map(([field, value]) => `${field}${value}\0`);
  return message("E", Buffer.from(`${text.join("")}\0`));
}

const raising = (sqlstate: string) =>
  message(CODE.query, Buffer.from(`DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${sqlstate}'; END $$\0`));

/** One connection through the relay. */
class Passage {
  private readonly texts = new Map<string, string>();
  private readonly fromClient = new Messages(false);
  private readonly fromServer = new Messages(true);
  /** Statements whose answers are not over, by what becomes of each. */
  private readonly answers: (PlantedRefusal | null)[] = [];
  private isSwallowing = false;
  /** Whether nothing comes through any more: to the server, and from it. */
  private isStalled = false;
  private isMute = false;
  private current: PlantedRefusal | null = null;
  private readonly take: (text: string) => PlantedRefusal | null;
  private readonly client: Socket;
  private readonly server: Socket;

  constructor(client: Socket, server: Socket, take: (text: string) => PlantedRefusal | null) {
    this.client = client;
    this.server = server;
    this.take = take;
    client.on("data", (piece) => {
      for (const each of this.fromClient.read(piece)) this.toServer(each);
    });
    server.on("data", (piece) => {
      for (const each of this.fromServer.read(piece)) this.toClient(each);
    });
  }

  private toServer({ code, bytes }: { code: string; bytes: Buffer }): void {
    if (code === CODE.parse) {
      const name = zeroEnded(bytes, HEADER);
      this.texts.set(name, zeroEnded(bytes, HEADER + Buffer.byteLength(name) + 1));
    }
    if (code === CODE.query) this.begin(zeroEnded(bytes, HEADER));
    if (code === CODE.bind) {
      const portal = zeroEnded(bytes, HEADER);
      this.begin(this.texts.get(zeroEnded(bytes, HEADER + Buffer.byteLength(portal) + 1)) ?? "");
    }
    const planted = this.current;
    this.isStalled ||= planted?.how === "stall";
    this.isMute ||= this.isStalled || planted?.how === "mute";
    if (this.isStalled) return;
    const isEnd = code === CODE.query || code === CODE.sync;
    if (planted === null || planted.how === "done" || planted.how === "mute") this.server.write(bytes);
    else if (!this.isSwallowing) {
      this.isSwallowing = true;
      if (planted.how === "refuse") this.server.write(raising(planted.sqlstate));
      else this.end(planted);
    }
    if (!isEnd || code === "") return;
    this.answers.push(planted);
    this.current = null;
    this.isSwallowing = false;
  }

  private begin(text: string): void {
    this.current ??= this.take(text);
  }

  private end({ how, sqlstate }: PlantedRefusal): void {
    if (how === "fatal") this.client.end(refusal("FATAL", sqlstate));
    else this.client.destroy();
    this.server.destroy();
  }

  private toClient({ code, bytes }: { code: string; bytes: Buffer }): void {
    if (this.isMute) return;
    const planted = this.answers[0] ?? null;
    const isReplaced = planted?.how === "done" && code === CODE.complete;
    this.client.write(isReplaced ? refusal("ERROR", planted.sqlstate) : bytes);
    // Those of the start-up come before any statement.
    if (code === CODE.ready) this.answers.shift();
  }
}

/** Starts a relay to the database at an address. */
export async function startRefusingRelay(databaseUrl: string): Promise<RefusingRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let planted: { each: PlantedRefusal; done: () => void } | null = null;
  let isClosingAtStart = false;
  const take = (text: string): PlantedRefusal | null => {
    if (planted === null || !planted.each.at(text)) return null;
    const { each, done } = planted;
    planted = null;
    done();
    return each;
  };
  const relay = createServer((client) => {
    if (isClosingAtStart) {
      isClosingAtStart = false;
      client.on("error", () => {}).once("data", () => client.destroy());
      return;
    }
    const server = connect(Number(port === "" ? 5432 : port), hostname);
    const ends = [client, server];
    for (const each of ends) {
      sockets.add(each);
      each.setNoDelay();
      each.on("error", () => {});
      each.on("close", () => {
        sockets.delete(each);
        for (const other of ends) other.end();
      });
    }
    new Passage(client, server, take);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: withDatabase(url.href, url.pathname.slice(1)),
    plant: (each) =>
      new Promise((done) => {
        planted = { each, done };
      }),
    closeAtStart: () => {
      isClosingAtStart = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, "close");
    },
  };
}
