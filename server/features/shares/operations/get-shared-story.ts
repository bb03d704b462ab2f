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
    "Everything that playing it takes by the [runtime](/docs/guides/playing), and nothing that no reader can come to: no node that no way leads to, no notes or titles of authors, no logic that is the same all along. A link that was revoked, has expired, or whose story is gone is a 404 that does not tell which. An address has 300 of these in any hour.",
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
