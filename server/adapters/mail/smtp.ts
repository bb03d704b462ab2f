import type { Mailer } from "./port.ts";

/** Settings of a mail server. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string;
  /** Address that mails come from, perhaps with a name. */
  readonly from: string;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/** Mailer that hands mails to a server by SMTP. Each is handed over on a connection of its own: there are few. */
export function smtpMailer({ url, from }: SmtpSettings): Mailer {
  return {
    isOn: true,
    send: async ({ to, subject, text }) => {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        url,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: ANSWER_MS,
        // A mail is its words: nothing in it names a file or an address to read.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      } finally {
        transport.close();
      }
    },
  };
}
