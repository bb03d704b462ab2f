import { sql } from "drizzle-orm";
import type { WriteContext } from "../../operation/context.ts";
import { loggableError } from "../../record/database-errors.ts";
import { moment, type WorkspaceChange } from "./workspace-lock.ts";

/** Mails that one workspace sends in an hour: nobody makes the service write to any number of strangers. */
const MAILS_AN_HOUR = 100;
const HOUR_MS = 60 * 60 * 1000;

/** A link with the person it is for. */
interface LinkMail {
  readonly kind: "invitation" | "password";
  readonly email: string;
  readonly url: string;
  readonly expiresAt: number;
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/**
 * Sends a link to its person once the change is committed, where the service sends mails and the workspace has not sent many lately.
 * Answers whether it is sent; a mail that does not arrive changes nothing, because the link is shown as well.
 */
export async function mailLink(
  { db, services: { mailer, log }, afterCommit }: WriteContext,
  { workspaceId, now, caller }: WorkspaceChange,
  { kind, email, url, expiresAt }: LinkMail,
): Promise<boolean> {
  if (!mailer.isOn) return false;
  const [about] = await db.execute<{ name: string; by: string | null; links: number }>(
    sql`SELECT w.name, (SELECT name FROM users WHERE id = ${caller.id}) AS by,
          (SELECT count(*)::int FROM workspace_audit a WHERE a.workspace_id = w.id AND a.recorded_at > ${moment(now - HOUR_MS)}
            AND a.kind IN ('invitation.created', 'invitation.renewed', 'member.password_link_created')) AS links
        FROM workspaces w WHERE w.id = ${workspaceId}`,
  );
  if (about === undefined || about.links > MAILS_AN_HOUR) return false;
  const { subject, text } = WORDS[kind](about.name, about.by);
  const until = `The link works once, until ${DAY.format(expiresAt)} UTC.`;
  const mail = { to: email, subject, text: `${text}\n\n${url}\n\n${until}\n` };
  afterCommit(() => {
    mailer.send(mail).catch((error: unknown) => log.warn({ error: loggableError(error) }, "a mail was not sent"));
  });
  return true;
}

const WORDS: Readonly<
  Record<LinkMail["kind"], (workspace: string, by: string | null) => { subject: string; text: string }>
> = {
  invitation: (workspace, by) => ({
    subject: `Invitation to ${workspace}`,
    text: `${by ?? "Somebody"} invites you to ${workspace} in Fabula. Open the link to join:`,
  }),
  password: (workspace) => ({
    subject: "A new password for Fabula",
    text: `An administrator of ${workspace} made a link with which you choose a new password:`,
  }),
};
