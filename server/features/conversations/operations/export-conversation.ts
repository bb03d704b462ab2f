import { slug } from "#domain/slug.ts";
import { Problem } from "../../../kernel/problem.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { type ExportedConversation, writeLines, writeMarkdown } from "../export.ts";
import { readHead } from "../head.ts";
import { readParticipants } from "../participants.ts";
import { asParticipant, conversationParams } from "../schemas.ts";
import { viewerOf } from "../viewer.ts";

/** Characters of the name of the file. */
const NAME_LENGTH = 60;

export const exportConversation = declareExport({
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/export",
  summary: "Export a conversation",
  description:
    "Writes what was said, as Markdown or as JSON Lines: the conversation, its participants, and its messages in the order of their numbers. With the token of a player what its participant heard, and with `participant_id` what that one did.",
  params: conversationParams,
  query: asParticipant,
  id: "ConversationExport",
  isBeside: true,
  forPlayers: {},
  formats: {
    markdown: {
      name: "As Markdown",
      means: "For reading.",
      mediaType: "text/markdown",
      ending: ".md",
      write: writeMarkdown,
    },
    jsonl: {
      name: "As JSON Lines",
      means: "For programs: one JSON object a line.",
      mediaType: "application/x-ndjson",
      ending: ".jsonl",
      write: writeLines,
    },
  },
  open: async ({ db, project, services, caller }, { params: { conversation_id: conversationId }, query }) => {
    const version = await findVersion(db, conversation.resource, project.id, conversationId, null);
    if (version === null) throw new Problem("not_found");
    const place = { projectId: project.id, conversationId };
    const participants = await readParticipants(db, place);
    const viewer = viewerOf({ caller, participants, asked: ["query", query.participant_id] });
    const { last_number: upTo } = await readHead(db, place);
    const source: ExportedConversation = {
      ...{ services, project, version, participants, upTo },
      place: viewer?.place ?? null,
      toHost: caller.player === null,
    };
    return { name: slug(version.title, NAME_LENGTH) || "conversation", source };
  },
});
