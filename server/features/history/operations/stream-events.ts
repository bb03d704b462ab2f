import { z } from "zod";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectStream } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { followProject, type View } from "../follow-project.ts";
import { include, toEventBodies } from "../schemas.ts";
import { StreamMessage } from "../stream-message.ts";
import { withResources } from "../with-resources.ts";

export const streamEvents = projectStream({
  path: "/v1/projects/{project_id}/events/stream",
  scope: "read",
  summary: "Follow the change feed",
  description: `Server-sent events (\`text/event-stream\`): events as they are recorded, in the order of the record. \`event:\` names the
kind of message, \`data:\` is its \`data\`, \`id:\` the sequence.

- \`ready\` comes first and says after which sequence the stream goes on.
- \`event\` is one recorded event. Nothing is skipped and nothing comes twice.
- \`end\` comes last, when the server ends the stream, and says why. A stream that just breaks off was cut by the network.

After a cut, pass the last \`id\` as \`Last-Event-ID\`, as \`EventSource\` does by itself, or as \`after_seq\`. A comment line comes
every 15 seconds, so a stream that is silent for longer is dead. A caller may have 64 streams open, and all callers of a workspace 1,024.`,
  params: projectScope,
  query: z.object({
    after_seq: integer({ min: 0 }).optional().meta({
      description: "Start after this sequence; without it, at the present. Beyond the head is a 422.",
    }),
    include,
  }),
  output: StreamMessage,
  errors: ["not_found"],
  resumption: {
    parameter: "after_seq",
    identified: ["ready", "event"],
    idOf: (message) => {
      if (message.type !== "ready" && message.type !== "event") return null;
      return String(message.data.seq);
    },
  },
  handle: async ({ services, caller, project }, { query }) => {
    const afterSeq = query.after_seq ?? project.lastSeq;
    if (afterSeq > project.lastSeq) throw aboveMaximum(["query", "after_seq"], afterSeq, project.lastSeq);
    const { reads } = services.database;
    const view: View =
      query.include === undefined
        ? { name: "plain", show: (events) => toEventBodies(services.resources, events) }
        : { name: query.include, show: (events) => withResources(reads, services.resources, project, events) };
    return followProject(services.live, { caller, projectId: project.id, afterSeq, head: project.lastSeq, view });
  },
});
