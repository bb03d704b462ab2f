import { z } from "zod";
import { hashPassword } from "../../../auth/passwords.ts";
import { invalidValue, Problem, ValidationProblem } from "../../../kernel/problem.ts";
import { MASK } from "../../../kernel/validation/secrets.ts";
import { write } from "../../../operation/operation.ts";
import type { Db } from "../../../record/database.ts";
import { audit } from "../audit.ts";
import { requireMemberRights, requireOverRole } from "../grants.ts";
import { findUserId, insertMembership, insertUser, requireMember, toMember } from "../people.ts";
import { Member, personFields, role } from "../schemas.ts";
import { openWorkspace, type WorkspaceChange } from "../standing.ts";

const body = z.strictObject({
  email: personFields.email,
  role,
  name: personFields.name.optional().meta({ description: "Of someone new." }),
  password: personFields.password.optional().meta({ description: "The first password of someone new." }),
});

export const addMember = write({
  method: "POST",
  path: "/v1/members",
  scope: "admin",
  summary: "Add a member",
  description:
    "Someone new needs a name and a first password, which you tell them. Someone who has an account already keeps both, so " +
    "leave them out. Only an owner adds owners.",
  params: z.object({}),
  body,
  output: Member,
  status: 201,
  errors: ["forbidden", "name_taken"],
  example: { email: "ana@example.com", name: "Ana", role: "designer", password: "correct horse battery" },
  prepare: async ({ body }) => (body.password === undefined ? null : await hashPassword(body.password)),
  handle: async (context, { body }, passwordHash) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireMemberRights(change.caller);
    requireOverRole(change.caller, body.role);
    const known = await findUserId(db, body.email);
    const userId = known === null ? await newPerson(db, change, body, passwordHash) : existing(known, body);
    if (!(await insertMembership(db, change, userId, body.role))) {
      throw new Problem("name_taken", { message: "This person is already a member.", detail: { id: userId } });
    }
    const member = toMember(await requireMember(db, change.workspaceId, userId));
    await audit(db, change, {
      kind: "member.added",
      subjectId: userId,
      data: { email: member.email, role: member.role },
    });
    context.services.forgetCallers();
    return member;
  },
});

type Body = z.output<typeof body>;

async function newPerson(db: Db, change: WorkspaceChange, person: Body, passwordHash: string | null): Promise<string> {
  const { email, name } = person;
  if (name === undefined || passwordHash === null) {
    const fields = [...(name === undefined ? ["name"] : []), ...(passwordHash === null ? ["password"] : [])];
    throw new ValidationProblem(
      fields.map((field) => ({ type: "missing", loc: ["body", field], msg: "Field required", input: null })),
    );
  }
  const id = await insertUser(db, change.now, { email, name, passwordHash });
  if (id === null) throw new Problem("name_taken", { message: "This e-mail was taken just now: try again." });
  return id;
}

function existing(userId: string, person: Body): string {
  const reason = "this person has an account already and keeps its name and password";
  if (person.password !== undefined) throw invalidValue(["body", "password"], reason, MASK);
  if (person.name !== undefined) throw invalidValue(["body", "name"], reason, person.name);
  return userId;
}
