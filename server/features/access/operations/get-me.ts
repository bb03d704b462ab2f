import { z } from "zod";
import { PROJECT_ROLES, ROLES } from "#domain/roles.ts";
import { MODES, SCOPES } from "../../../kernel/scope.ts";
import { read } from "../../../operation/operation.ts";
import { requireKey, toKey } from "../keys.ts";
import { type MemberRow, requireMember } from "../people.ts";
import { planOf, RATE_WINDOW_SECONDS } from "../plans.ts";
import { Key, Workspace } from "../schemas.ts";
import { requireWorkspace, toWorkspace } from "../workspaces.ts";

const Me = z
  .object({
    kind: z.enum(["key", "user"]),
    key: Key.nullable().meta({ description: "The key; null for people." }),
    user: z
      .object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(ROLES) })
      .nullable()
      .meta({ description: "The person who is signed in; null for keys." }),
    workspace: Workspace,
    scopes: z.array(z.enum(SCOPES)),
    project_roles: z
      .array(z.object({ project_id: z.string(), role: z.enum(PROJECT_ROLES) }))
      .meta({ description: "Roles of the person in single projects, beside the one in the workspace; none for keys." }),
    modes: z
      .array(z.enum(MODES))
      .meta({ description: "Modes whose projects are visible: a key's own mode, both modes for members." }),
    projects: z.array(z.string()).nullable().meta({ description: "Projects this is limited to; null means all." }),
    limits: z.object({
      rate: z.object({ requests: z.int(), window_seconds: z.int() }),
      body_bytes: z.int(),
      import_body_bytes: z.int(),
      page_size: z.object({ default: z.int(), max: z.int() }),
    }),
  })
  .meta({ id: "Me" });

const MIB = 1024 * 1024;

export const getMe = read({
  method: "GET",
  path: "/v1/me",
  scope: "read",
  forGuests: true,
  forEveryone: true,
  summary: "Get the caller",
  description: "The caller, a key or a signed-in member, with its scopes, projects and limits.",
  params: z.object({}),
  output: Me,
  handle: async ({ db, caller, services }) => {
    const workspace = await requireWorkspace(db, caller.workspaceId);
    const isKey = caller.kind === "key";
    const plan = planOf(workspace.plan);
    return {
      kind: caller.kind,
      key: isKey ? toKey(await requireKey(db, { ...caller, projectIds: null }, caller.id), services.clock.now()) : null,
      user: isKey ? null : toPerson(await requireMember(db, caller.workspaceId, caller.id)),
      workspace: toWorkspace(workspace),
      scopes: [...caller.scopes],
      project_roles: [...caller.projectRoles].map(([project_id, role]) => ({ project_id, role })),
      modes: [...caller.modes],
      projects: caller.projectIds === null ? null : [...caller.projectIds],
      limits: {
        rate: {
          requests: isKey ? (workspace.rate_limit_per_minute ?? plan.requestsPerMinute) : plan.sessionRequestsPerMinute,
          window_seconds: RATE_WINDOW_SECONDS,
        },
        body_bytes: MIB,
        import_body_bytes: 16 * MIB,
        page_size: { default: 50, max: 500 },
      },
    };
  },
});

function toPerson({ user_id: id, email, name, role }: MemberRow) {
  return { id, email, name, role };
}
