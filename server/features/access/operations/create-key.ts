import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { MODES } from "../../../kernel/scope.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../audit.ts";
import { requireFit, requireHeld, requireProjects } from "../grants.ts";
import { KEY_KINDS } from "../key-format.ts";
import { futureMoment, unique } from "../key-input.ts";
import { insertKey } from "../keys.ts";
import { keyFields, NewKey } from "../schemas.ts";
import { openWorkspace } from "../workspace-lock.ts";

export const createKey = write({
  method: "POST",
  path: "/v1/keys",
  scope: "admin",
  summary: "Create a key",
  description:
    "The answer shows the key in full, once; only a hash is kept. A key gets no scope, project or mode that its maker does " +
    "not hold. Without `scopes` it only reads; without `project_ids` it gets the projects of its maker. A publishable key only " +
    "reads, as everyone, and has to name its projects.",
  params: z.object({}),
  body: z.strictObject({
    name: keyFields.name,
    kind: z.enum(KEY_KINDS).default("secret"),
    mode: z
      .enum(MODES)
      .optional()
      .meta({ description: "Defaults to the mode of the caller's key; `test` for members." }),
    scopes: keyFields.scopes.default(["read"]),
    project_ids: keyFields.project_ids.optional(),
    expires_at: keyFields.expires_at.optional(),
  }),
  output: NewKey,
  status: 201,
  errors: ["forbidden"],
  secretOutput: true,
  example: { name: "Build server", scopes: ["read", "write"] },
  handle: async (context, { body }) => {
    const change = await openWorkspace(context, "admin");
    const { caller } = change;
    const mode = body.mode ?? (caller.modes.includes("test") ? "test" : caller.modes[0]);
    if (mode === undefined) throw new Problem("forbidden");
    const wanted = {
      kind: body.kind,
      mode,
      scopes: [...new Set(body.scopes)],
      projectIds: unique(body.project_ids === undefined ? caller.projectIds : body.project_ids),
    };
    requireFit(wanted.kind, { scopes: wanted.scopes, projectIds: body.project_ids ?? null });
    requireHeld(caller, wanted);
    if (body.project_ids) await requireProjects(context.db, caller, mode, body.project_ids);
    const expiresAt = futureMoment(body.expires_at ?? null, change.now);
    const made = await insertKey(context.db, change, { name: body.name, ...wanted, expiresAt });
    await audit(context.db, change, {
      kind: "key.created",
      subjectId: made.id,
      data: {
        name: made.name,
        kind: made.kind,
        mode: made.mode,
        scopes: made.scopes,
        project_ids: made.project_ids,
        expires_at: made.expires_at,
      },
    });
    return made;
  },
});
