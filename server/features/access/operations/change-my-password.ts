import { sql } from "drizzle-orm";
import { z } from "zod";
import { beginAttempt, forgiveAttempt } from "../../../auth/attempts.ts";
import { hashPassword, isPassword } from "../../../auth/passwords.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { secretText } from "../../../kernel/validation/fields.ts";
import { MASK } from "../../../kernel/validation/secrets.ts";
import { write } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { audit } from "../audit.ts";
import { requirePerson, setPassword } from "../people.ts";
import { personFields } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

const ATTEMPTS = 10;

export const changeMyPassword = write({
  method: "POST",
  path: "/v1/me/password",
  scope: "read",
  forGuests: true,
  summary: "Change your password",
  description: "For people, not keys. Every session ends, this one included: sign in again with the new password.",
  params: z.object({}),
  body: z.strictObject({
    current_password: secretText({ min: 1, max: 1024 }),
    new_password: personFields.password,
  }),
  output: z.object({ user_id: z.string(), signed_out: z.literal(true) }),
  errors: ["forbidden"],
  example: { current_password: "correct horse battery", new_password: "staple of the harbour" },
  prepare: ({ body }) => hashPassword(body.new_password),
  handle: async (context, { body }, passwordHash) => {
    const { db, services } = context;
    const userId = requirePerson(context.caller);
    // Counted through another connection, because this transaction's own count would vanish with a wrong guess.
    const limits = [{ subject: `password:${userId}`, attempts: ATTEMPTS }];
    const attemptedAt = services.clock.now();
    await beginAttempt(services.database.reads, limits, attemptedAt);
    const [user] = await db.execute<Columns<"users", "password_hash">>(
      sql`SELECT password_hash FROM users WHERE id = ${userId}`,
    );
    if (!(await isPassword(user?.password_hash ?? null, body.current_password))) {
      throw invalidValue(["body", "current_password"], "this is not your current password", MASK);
    }
    const change = await openWorkspace(context, "read");
    const [unchanged] = await db.execute(
      sql`SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${user?.password_hash ?? ""} FOR UPDATE`,
    );
    if (unchanged === undefined) throw new Problem("unauthorized", { message: "Your password was changed meanwhile." });
    await setPassword(db, userId, passwordHash);
    await audit(db, change, { kind: "member.password_changed", subjectId: userId });
    await forgiveAttempt(services.database.reads, limits, attemptedAt);
    services.forgetCallers();
    return { user_id: userId, signed_out: true as const };
  },
});
