import { z } from "zod";

const projectName = z.string().meta({ description: "What the project is called." });

export const InboxItem = z
  .object({
    kind: z
      .enum(["session", "suggestion", "mention", "webhook"])
      .meta({ description: "What waits: a generation session, a suggestion, a comment that calls one, or a webhook." }),
    id: z.string().meta({ description: "Its id." }),
    project_id: z.string(),
    project_name: projectName,
    title: z.string().meta({ description: "The question, the label, the comment or the URL." }),
    about: z.string().nullable().meta({
      description:
        "Why the session asks, which dialogue is to be changed, which node of which dialogue is commented on (`dlg_…/node_…`), or what went wrong last.",
    }),
    since: z.iso.datetime().meta({ description: "Since when it waits." }),
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When it is too late: nobody is asked any more, or the webhook is switched off." }),
  })
  .meta({ id: "InboxItem", description: "Something that waits for a person." });

export const Inbox = z.object({
  items: z.array(InboxItem).meta({ description: "The newest first." }),
  counts: z
    .object({
      sessions: z.int().meta({ description: "Sessions that ask something." }),
      mentions: z.int().meta({ description: "Comments in open threads that call one." }),
      suggestions: z.int().meta({ description: "Suggestions without an answer." }),
      webhooks: z.int().meta({ description: "Webhooks in trouble, those beyond the first hundred apart." }),
      all: z.int().meta({ description: "All of it." }),
    })
    .meta({ description: "How much waits, also where not all of it is listed." }),
  answered: z
    .array(
      z
        .object({
          session_id: z.string().meta({ description: "The session." }),
          project_id: z.string(),
          project_name: projectName,
          kind: z.string().meta({ description: "What is generated." }),
          action: z.string().meta({ description: "What was answered." }),
          comment: z.string().nullable().meta({ description: "What was said with it." }),
          by: z.string().meta({ description: "Who answered: `user:…` or `key:…`." }),
          at: z.iso.datetime().meta({ description: "When." }),
        })
        .meta({ id: "InboxAnswer" }),
    )
    .meta({ description: "Sessions that were answered in the last seven days, twenty at most." }),
});
