import { z } from "zod";
import { counted } from "#domain/counted.ts";
import { projectsWith } from "../../../kernel/scope.ts";
import { read } from "../../../operation/operation.ts";
import { requirePerson } from "../../access/public.ts";
import { openMentions } from "../../comments/public.ts";
import { answeredSessions, waitingSessions } from "../../generation/public.ts";
import { linksWithChanges } from "../../links/public.ts";
import { projectNames, visibleProjects } from "../../projects/public.ts";
import { openExtractions } from "../../story-bible/public.ts";
import { openSuggestions } from "../../suggestions/public.ts";
import { webhookTroubles } from "../../webhooks/public.ts";
import { Inbox, type InboxItem } from "../schemas.ts";

/** Maximum number of entries listed of each kind; the counts include all entries. */
const LISTED = 100;
/** Answers of others are shown for so long. */
const ANSWERED_FOR_MS = 7 * 86_400_000;
const ANSWERED_LISTED = 20;

export const getInbox = read({
  method: "GET",
  path: "/v1/inbox",
  scope: "read",
  forGuests: true,
  summary: "Get your inbox",
  description:
    "Items that wait for the signed-in member, in all visible projects: questions of sessions, open suggestions, proposals for the bible, changes of linked projects, mentions in open comment threads, and, for admins, webhooks that are disabled or soon will be. At most a hundred of each kind, newest first; `counts` has the totals. For members, not keys.",
  params: z.object({}),
  output: Inbox,
  errors: ["forbidden"],
  handle: async ({ db, caller, services }) => {
    requirePerson(caller);
    const projects = visibleProjects(caller);
    const now = services.clock.now();
    const sessions = await waitingSessions(db, projects, LISTED);
    const suggestions = await openSuggestions(db, projects, LISTED);
    const links = await linksWithChanges(db, projects, LISTED);
    const extractions = await openExtractions(db, projects, LISTED);
    const mentions = await openMentions(db, projects, caller.id, LISTED);
    const webhooks = await webhookTroubles(db, { ...caller, projectIds: projectsWith(caller, "webhooks:manage") }, now);
    const since = new Date(now - ANSWERED_FOR_MS).toISOString();
    const answered = await answeredSessions(db, projects, { since, limit: ANSWERED_LISTED });
    const items: Omit<z.input<typeof InboxItem>, "project_name">[] = [
      ...sessions.rows.map(({ session_id, project_id, question, reason, since, expires_at }) => {
        return {
          kind: "session" as const,
          id: session_id,
          project_id,
          title: question,
          about: reason,
          since: iso(since),
          expires_at,
        };
      }),
      ...suggestions.rows.map(({ suggestion_id, project_id, graph_id, label, since }) => {
        const id = suggestion_id;
        return {
          kind: "suggestion" as const,
          id,
          project_id,
          title: label,
          about: graph_id,
          since: iso(since),
          expires_at: null,
        };
      }),
      ...links.rows.map(({ link_id, project_id, source_project_id, changes, since }) => {
        return {
          kind: "link" as const,
          id: link_id,
          project_id,
          title: counted(changes, "change of a linked project", "changes of a linked project"),
          about: source_project_id,
          since: iso(since),
          expires_at: null,
        };
      }),
      ...extractions.rows.map(({ bible_extraction_id, project_id, label, source, since }) => {
        return {
          kind: "extraction" as const,
          id: bible_extraction_id,
          project_id,
          title: label,
          about: source,
          since: iso(since),
          expires_at: null,
        };
      }),
      ...mentions.rows.map(({ comment_id, project_id, graph_id, node_id, text, since }) => {
        return {
          kind: "mention" as const,
          id: comment_id,
          project_id,
          title: text,
          about: `${graph_id}/${node_id}`,
          since: iso(since),
          expires_at: null,
        };
      }),
      ...webhooks.map(({ webhook_id, project_id, url, last_error, since, disables_at }) => {
        return {
          kind: "webhook" as const,
          id: webhook_id,
          project_id,
          title: url,
          about: last_error,
          since,
          expires_at: disables_at,
        };
      }),
    ];
    const names = await projectNames(
      db,
      [...items, ...answered].map(({ project_id }) => project_id),
    );
    const named = <Row extends { project_id: string }>(row: Row) => ({
      ...row,
      project_name: names.get(row.project_id) ?? "",
    });
    return {
      items: items.sort((a, b) => (a.since < b.since ? 1 : -1)).map(named),
      counts: {
        sessions: sessions.total,
        suggestions: suggestions.total,
        extractions: extractions.total,
        mentions: mentions.total,
        links: links.total,
        webhooks: webhooks.length,
        all: sessions.total + suggestions.total + extractions.total + links.total + mentions.total + webhooks.length,
      },
      answered: answered.map(named),
    };
  },
});

const iso = (moment: string): string => new Date(moment).toISOString();
