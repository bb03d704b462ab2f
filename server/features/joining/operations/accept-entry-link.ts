import { z } from "zod";
import { linkOperation } from "../../../operation/operation.ts";
import { enterBy, openEntry, personFields } from "../../access/public.ts";
import { EntryLink, JOINING_BYTES, JOINING_VISITS } from "../schemas.ts";
import { showEntry } from "../show-entry.ts";

export const acceptEntryLink = linkOperation({
  method: "POST",
  path: "/v1/joining",
  summary: "Use an invitation link",
  description:
    "Makes the account of a person who is invited, or gives a member another password and ends their sessions. Works once. They then sign in with `email` and the password. Who has an account with the e-mail is refused, and accepts the invitation after signing in.",
  params: z.object({}),
  body: z.strictObject({
    name: personFields.name.optional().meta({ description: "Of someone new; the e-mail when it is left out." }),
    password: personFields.password,
  }),
  output: EntryLink,
  status: 201,
  bodyLimit: JOINING_BYTES,
  visits: JOINING_VISITS,
  errors: ["unauthorized", "not_found", "name_taken"],
  example: { name: "Ana", password: "correct horse battery" },
  handle: async (context, { body: { name = null, password } }) => {
    context.response.headers["cache-control"] = "no-store";
    const { entry, hash } = await openEntry(context);
    return { hash, shown: await showEntry(context.db, entry), person: { name, password } };
  },
  // Hashing a password takes a while: nobody waits for it behind a lock.
  afterwards: async ({ services, requestId }, { hash, shown, person }) => {
    await enterBy(services.database.writes, hash, person, { now: services.clock.now(), requestId });
    services.forgetCallers();
    return { ...shown, name: shown.name ?? person.name ?? shown.email };
  },
});
