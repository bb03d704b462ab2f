import { aboveMaximum, invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { beginWork } from "../begin-work.ts";
import { keepFollower } from "../followers.ts";
import { link } from "../link.ts";
import { openSource } from "../open-source.ts";

/** Links that a project may have. */
const MAX_LINKS = 50;

export const createLink = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/links",
  scope: "write",
  alone: true,
  summary: "Link another project",
  description: `Brings entities of another project of the workspace, at one sequence, with the relationships among them and the facts about
them that everyone knows. They have the same ids here, and what came along is read-only (409 \`linked\`); parents, external ids, further
properties and the properties of \`overlay\` are this project's own. Secrets, facts that only some know and anything about players never
come along. A job brings them: read the link until it is \`ready\`. With \`mode\` \`following\`, changes of
the source are suggested from then on. At most 5,000 of a kind, and 50 links a project.`,
  params: projectScope,
  body: link.body,
  output: link.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { source_project_id: "prj_01jd0000000000000000000000", filter: { types: ["character", "location"] } },
  handle: async (context, { body }) => {
    const { db, caller, project, record } = context;
    const { source_project_id: sourceId } = body;
    const source = await openSource(db, caller, sourceId, project);
    if (source === null) {
      const reason = "no other project of this workspace and this mode that you may read";
      throw invalidValue(["body", "source_project_id"], reason, sourceId);
    }
    const seq = body.seq ?? source.lastSeq;
    if (seq > source.lastSeq) throw aboveMaximum(["body", "seq"], seq, source.lastSeq);
    const links = await record.find(link.resource, {});
    if (links.length >= MAX_LINKS) {
      const failure = valueError(`a project has at most ${MAX_LINKS} links`, { max_length: MAX_LINKS });
      throw new ValidationProblem([itemAt(["body", "source_project_id"], failure, sourceId)]);
    }
    const made = await link.make(context, body, { seq });
    await keepFollower(db, made, caller, context.requestId);
    await beginWork(context, made.id);
    return made;
  },
});
