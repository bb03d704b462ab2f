import { z } from "zod";
import { PROJECT_ROLES, ROLES } from "#domain/roles.ts";
import type { VisitLimit } from "../../operation/visits.ts";
import { ENTRY_KINDS } from "../access/public.ts";

/** Purpose of a link by which somebody gets in, on the wire. */
export const EntryLink = z
  .object({
    kind: z.enum(ENTRY_KINDS).meta({ description: "`invitation` to a workspace, or a new `password` for its member." }),
    workspace_name: z.string(),
    email: z.string().meta({ description: "E-mail of the person, with which they sign in." }),
    name: z.string().nullable().meta({ description: "Name of the person's account; null where they have none yet." }),
    role: z.enum(ROLES).meta({ description: "Role in the workspace; `guest` for an invitation to a project." }),
    made_by: z.string().nullable().meta({ description: "Name of who made the link; null where a key did." }),
    project_id: z.string().nullable().meta({ description: "Project where the person begins; null for none." }),
    project_name: z.string().nullable().meta({ description: "Name of the project where the person begins." }),
    project_role: z
      .enum(PROJECT_ROLES)
      .nullable()
      .meta({ description: "Role in that project, beside the one in the workspace; null for none." }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "EntryLink" });

/** Requests by links of this kind that one address has in an hour: a team behind one address among them. */
export const JOINING_VISITS: VisitLimit = {
  policy: "joining",
  requests: 120,
  windowSeconds: 3_600,
  countsRefusals: true,
};

/** Room for a name and a password in which every character is an escape. */
export const JOINING_BYTES = 8 * 1024;
