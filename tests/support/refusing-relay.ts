import type { Socket } from "node:net";
import { type Relay, startRelay } from "./relay.ts";

/** Refusal of one statement, or of a connection that begins. */
export interface PlantedRefusal {
  /** Whether a statement is the one, by its text; that of a connection that begins are its settings behind {@link BEGINNING}. */
  readonly at: (text: string) => boolean;
  readonly sqlstate: string;
  /**
   * `instead`: the server does not execute it. `late`: it has sent rows by then, and takes back what was done. `done`: it has
   * executed it, and the refusal comes in place of its answer. `behind`: the refusal follows its answer.
   */
  readonly when: "instead" | "late" | "done" | "behind";
  /**
   * `error`: the server goes on. `fatal`: it says why and closes. `close`: it closes without a word. `silence`: it answers nothing any
   * more on that connection, and with `instead` it executes nothing either.
   */
  readonly how: "error" | "fatal" | "close" | "silence";
}

/** Relay to a database that makes it refuse statements, each refusal once. */
export interface RefusingRelay extends Relay {
  /** Plans a refusal of the next statement that fits; answers when it was refused. */
  plan(refusal: PlantedRefusal): Promise<void>;
}

/** First word of the text of a connection that begins. */
export const BEGINNING = "START";

/** Messages of PostgreSQL's protocol 3.0, https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CODE = { parse: "P", bind: "B", query: "Q", sync: "S", execute: "E", row: "D", complete: "C", ready: "Z" };
/** Answers to the parts of a statement that the relay adds. */
const ADDED = new Set(["1", "2", "n"]);
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

const raise = (sqlstate: string) => `DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${sqlstate}'; END $$\0`;

const raising = (sqlstate: string) => message(CODE.query, Buffer.from(raise(sqlstate)));

/** The end of a statement with the same before it, so that it takes back what the statement did. */
function raisedBehind(code: string, end: Buffer, sqlstate: string): Buffer {
  if (code === CODE.query) return message(CODE.query, Buffer.from(`${zeroEnded(end, HEADER)}; ${raise(sqlstate)}`));
  const none = Buffer.alloc(2);
  const parse = message(CODE.parse, Buffer.concat([Buffer.from(`\0${raise(sqlstate)}`), none]));
  const bind = message(CODE.bind, Buffer.concat([Buffer.from("\0\0"), none, none, none]));
  return Buffer.concat([parse, bind, message(CODE.execute, Buffer.from("\0\0\0\0\0")), end]);
}

/** One connection through the relay. */
class Passage {
  private readonly texts = new Map<string, string>();
  private readonly fromClient = new Messages(false);
  private readonly fromServer = new Messages(true);
  /** Statements whose answers are not over, by what becomes of each. */
  private readonly answers: (PlantedRefusal | null)[] = [];
  private isSwallowing = false;
  private hasRaised = false;
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
    this.look(code, bytes);
    const planned = this.current;
    this.isMute ||= planned?.how === "silence";
    this.isStalled ||= planned?.how === "silence" && planned.when === "instead";
    if (this.isStalled) return;
    const isEnd = code === CODE.query || code === CODE.sync;
    if (planned === null || planned.when !== "instead") {
      const isRaised = isEnd && planned?.when === "late" && planned.how === "error";
      this.server.write(isRaised ? raisedBehind(code, bytes, planned.sqlstate) : bytes);
    } else if (!this.isSwallowing) {
      this.isSwallowing = true;
      if (planned.how === "error") this.server.write(raising(planned.sqlstate));
      else this.end(planned);
    }
    if (!isEnd) return;
    this.answers.push(planned);
    this.current = null;
    this.isSwallowing = false;
  }

  /** Finds whether a statement that begins, or the connection, is to be refused. */
  private look(code: string, bytes: Buffer): void {
    if (code === "") this.current = this.take(`${BEGINNING} ${bytes.toString("utf8").replaceAll("\0", " ")}`);
    if (code === CODE.parse) {
      const name = zeroEnded(bytes, HEADER);
      this.texts.set(name, zeroEnded(bytes, HEADER + Buffer.byteLength(name) + 1));
    }
    if (code === CODE.query) this.current ??= this.take(zeroEnded(bytes, HEADER));
    if (code === CODE.bind) {
      const portal = zeroEnded(bytes, HEADER);
      this.current ??= this.take(this.texts.get(zeroEnded(bytes, HEADER + Buffer.byteLength(portal) + 1)) ?? "");
    }
  }

  private end({ how, sqlstate }: PlantedRefusal): void {
    if (how === "fatal") this.client.end(refusal("FATAL", sqlstate));
    else this.client.destroy();
    this.server.destroy();
  }

  private toClient({ code, bytes }: { code: string; bytes: Buffer }): void {
    if (this.isMute) return;
    const planned = this.answers[0] ?? null;
    if (planned !== null && this.refuse(planned, code, bytes)) return;
    this.client.write(bytes);
    // Those of the start-up come before any statement.
    if (code === CODE.ready) this.answers.shift();
  }

  /** Refuses where it is time to; answers whether the message is not passed on. */
  private refuse(planned: PlantedRefusal, code: string, bytes: Buffer): boolean {
    const { when, how, sqlstate } = planned;
    const isLast = code === (when === "behind" ? CODE.ready : CODE.complete);
    if (how !== "error") {
      if (!isLast && !(when === "late" && code === CODE.row)) return false;
      if (when !== "done") this.client.write(bytes);
      this.end(planned);
      return true;
    }
    if (when === "done" && isLast) {
      this.client.write(refusal("ERROR", sqlstate));
      return true;
    }
    if (when !== "late") return false;
    if (code === CODE.ready) this.hasRaised = false;
    if (isLast) this.hasRaised = true;
    return isLast || (this.hasRaised && ADDED.has(code));
  }
}

/** Starts a relay to the database at an address. */
export async function startRefusingRelay(databaseUrl: string): Promise<RefusingRelay> {
  const planned = new Map<PlantedRefusal, () => void>();
  const take = (text: string): PlantedRefusal | null => {
    for (const [refusal, done] of planned) {
      if (!refusal.at(text)) continue;
      planned.delete(refusal);
      done();
      return refusal;
    }
    return null;
  };
  const relay = await startRelay(databaseUrl, (client, server) => void new Passage(client, server, take));
  return {
    ...relay,
    plan: (refusal) =>
      new Promise((done) => {
        planned.set({ ...refusal }, done);
      }),
  };
}
