import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail as a mail server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** Mail server on the loopback that keeps what it receives. */
export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Whether it refuses every recipient from now on. */
  refuses: boolean;
  close(): Promise<void>;
}

/** Starts a mail server that takes mails without a password. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const state = { refuses: false };
  const server = createServer((socket) => serve(socket, mails, state));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get refuses() {
      return state.refuses;
    },
    set refuses(value) {
      state.refuses = value;
    },
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

function serve(socket: Socket, mails: ReceivedMail[], state: { refuses: boolean }): void {
  let [from, to, buffer, isData] = ["", "", "", false];
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";
  const answer = (line: string): void => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === "EHLO" || command === "HELO") say("250 fabula.test");
    else if (command === "MAIL") {
      from = addressIn(line);
      say("250 ok");
    } else if (command === "RCPT") {
      to = addressIn(line);
      say(state.refuses ? "550 no such person" : "250 ok");
    } else if (command === "DATA") {
      isData = true;
      say("354 go on");
    } else if (command === "QUIT") {
      say("221 bye");
      socket.end();
    } else say("250 ok");
  };
  socket.setEncoding("utf8");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = isData ? buffer.indexOf("\r\n.\r\n") : buffer.indexOf("\r\n");
      if (end < 0) return;
      const piece = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        mails.push({ from, to, data: piece });
        say("250 taken");
      } else answer(piece);
    }
  });
  say("220 fabula.test");
}
