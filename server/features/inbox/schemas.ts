import { z } from "zod";

const projectName = z.string().meta({ description: "Name of the project." });

export const InboxItem = z
  .object({
    kind: z.enum(["session", "suggestion", "extraction", "link", "mention", "webhook"]).meta({
      description:
        "Kind of item: a generation session, a suggestion, proposals for the bible, a link whose source has changed, a mention in a comment, or a webhook.",
    }),
    id: z.string().meta({ description: "Its id." }),
    project_id: z.string(),
    project_name: projectName,
    title: z.string().meta({ description: "The question, the label, the number of changes, the comment or the URL." }),
    about: z.string().nullable().meta({
      description:
        "Reason of the question, dialogue of the suggestion, source of the proposals, project that the link is to, commented node (`dlg_…/node_…`), or last error of the webhook.",
    }),
    since: z.iso.datetime().meta({ description: "Since when it waits." }),
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Deadline: the question expires, or the webhook is disabled." }),
  })
  .meta({ id: "InboxItem", description: "Something that waits for a person." });

export const Inbox = z.object({
  items: z.array(InboxItem).meta({ description: "The newest first." }),
  counts: z
    .object({
      sessions: z.int().meta({ description: "Sessions that ask something." }),
      mentions: z.int().meta({ description: "Comments in open threads that call one." }),
      suggestions: z.int().meta({ description: "Suggestions without an answer." }),
      links: z.int().meta({ description: "Links with changes of their source without an answer." }),
      extractions: z.int().meta({ description: "Extractions of the bible with proposals that are undecided." }),
      webhooks: z.int().meta({ description: "Webhooks in trouble, those beyond the first hundred apart." }),
      all: z.int().meta({ description: "All of it." }),
    })
    .meta({ description: "Numbers of all waiting items, including those not listed." }),
  answered: z
    .array(
      z
        .object({
          session_id: z.string().meta({ description: "The session." }),
          project_id: z.string(),
          project_name: projectName,
          kind: z.string().meta({ description: "Kind of generation." }),
          action: z.string().meta({ description: "The answer." }),
          comment: z.string().nullable().meta({ description: "Comment of the answer." }),
          by: z.string().meta({ description: "Author of the answer: `user:…` or `key:…`." }),
          at: z.iso.datetime().meta({ description: "When." }),
        })
        .meta({ id: "InboxAnswer" }),
    )
    .meta({ description: "Sessions that were answered in the last seven days, twenty at most." }),
});
