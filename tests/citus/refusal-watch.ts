import { Messages, zeroEnded } from "#tests/support/refusing-relay.ts";
import { type Relay, startRelay } from "#tests/support/relay.ts";

/** Error or warning with which a server answered a statement. */
export interface ServerRefusal {
  readonly severity: string;
  readonly sqlstate: string;
  readonly message: string;
  /** Text of the statement; empty for what belongs to none. */
  readonly statement: string;
}

/** Relay to a database that notes every error and warning of the server, whoever hears of it in the end. */
export interface RefusalWatch extends Omit<Relay, "cut"> {
  /** Errors and warnings since the last call, each kind of a statement once. */
  take(): ServerRefusal[];
  /** Number of different texts of statements that were sent. */
  readonly statements: number;
}

const HEADER = 5;
const SYNC = Symbol("the end of what is sent together");
/** Severities that are no part of the usual conversation, such as NOTICE. */
const TOLD: ReadonlySet<string> = new Set(["WARNING", "ERROR", "FATAL", "PANIC"]);

/** One connection, whose statements are answered in the order in which they were sent. */
class Conversation {
  private readonly texts = new Map<string, string>();
  private readonly unanswered: (string | typeof SYNC)[] = [];
  private readonly fromClient = new Messages(false);
  private readonly fromServer = new Messages(true);
  private readonly note: (refusal: ServerRefusal) => void;
  private readonly seen: Set<string>;

  constructor(note: (refusal: ServerRefusal) => void, seen: Set<string>) {
    this.note = note;
    this.seen = seen;
  }

  hearClient(piece: Buffer): void {
    for (const { code, bytes } of this.fromClient.read(piece)) {
      const first = HEADER + (code === "Q" || code === "" ? 0 : bytes.indexOf(0, HEADER) + 1 - HEADER);
      if (code === "P") this.texts.set(zeroEnded(bytes, HEADER), zeroEnded(bytes, first));
      if (code === "P" || code === "Q") this.seen.add(zeroEnded(bytes, first));
      if (code === "B") this.unanswered.push(this.texts.get(zeroEnded(bytes, first)) ?? "");
      if (code === "Q") this.unanswered.push(zeroEnded(bytes, HEADER), SYNC);
      if (code === "S") this.unanswered.push(SYNC);
    }
  }

  hearServer(piece: Buffer): void {
    for (const { code, bytes } of this.fromServer.read(piece)) {
      const [next = ""] = this.unanswered;
      if (code === "E" || code === "N") this.tell(bytes, typeof next === "string" ? next : "");
      else if ((code === "C" || code === "I") && next !== SYNC) this.unanswered.shift();
      else if (code === "Z") this.unanswered.splice(0, this.unanswered.indexOf(SYNC) + 1);
    }
  }

  private tell(bytes: Buffer, statement: string): void {
    const fields = new Map<string, string>();
    for (let at = HEADER; at < bytes.length && bytes[at] !== 0; at = bytes.indexOf(0, at) + 1) {
      fields.set(String.fromCharCode(bytes[at] ?? 0), zeroEnded(bytes, at + 1));
    }
    const severity = fields.get("V") ?? "";
    const [message, detail] = [fields.get("M") ?? "", fields.get("D")];
    if (!TOLD.has(severity)) return;
    const told = detail === undefined ? message : `${message}: ${detail}`;
    this.note({ severity, sqlstate: fields.get("C") ?? "", message: told, statement });
  }
}

/** Starts a watch over the database at an address. */
export async function watchRefusals(databaseUrl: string): Promise<RefusalWatch> {
  const noted = new Map<string, ServerRefusal>();
  const seen = new Set<string>();
  const note = (refusal: ServerRefusal) => {
    noted.set(`${refusal.sqlstate} ${refusal.statement}`, refusal);
  };
  const { url, close } = await startRelay(databaseUrl, (client, server) => {
    const conversation = new Conversation(note, seen);
    client.pipe(server);
    server.pipe(client);
    client.on("data", (piece: Buffer) => conversation.hearClient(piece));
    server.on("data", (piece: Buffer) => conversation.hearServer(piece));
  });
  return {
    url,
    take: () => {
      const taken = [...noted.values()];
      noted.clear();
      return taken;
    },
    get statements() {
      return seen.size;
    },
    close,
  };
}
