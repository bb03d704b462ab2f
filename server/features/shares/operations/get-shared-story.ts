import { z } from "zod";
import { linkOperation } from "../../../operation/operation.ts";
import { STORY_VISITS } from "../limits.ts";
import { openShare } from "../open-share.ts";
import { readSharedStory, SharedStory } from "../shared-story.ts";

export const getSharedStory = linkOperation({
  method: "GET",
  path: "/v1/shared/story",
  summary: "Get the story that a share link plays",
  description:
    "The story for the [runtime](/docs/guides/playing), limited to what readers can reach: no unreachable nodes, no notes or titles of authors, no logic with a constant result. A revoked or expired link, or one whose story was deleted, is the same 404. Limited to 300 requests per address and hour.",
  params: z.object({}),
  output: SharedStory,
  bodyLimit: 0,
  visits: STORY_VISITS,
  errors: ["unauthorized", "not_found"],
  handle: async (context) => {
    context.response.headers["cache-control"] = "no-store";
    return readSharedStory(context.db, await openShare(context));
  },
});
