/** A mail of the service to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sender of mails. */
export interface Mailer {
  /** Whether mails are sent at all. */
  readonly isOn: boolean;
  /** Sends a mail; rejects where the mail server did not take it. */
  send(mail: Mail): Promise<void>;
}

/** Mailer of a service without a mail server. */
export const noMail: Mailer = { isOn: false, send: () => Promise.reject(new Error("no mail server is set up")) };
