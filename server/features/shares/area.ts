import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { createShare } from "./operations/create-share.ts";
import { getSharedStory } from "./operations/get-shared-story.ts";
import { renewShare } from "./operations/renew-share.ts";
import { sendPath } from "./operations/send-path.ts";
import { updateShare } from "./operations/update-share.ts";
import { share } from "./share.ts";
import { forgetOrphanedTokens, forgetToken } from "./token.ts";

export const shares = area({
  tag: "sharing",
  resources: [share],
  words: { share: ["share link", "share links"] },
  jobs: [upkeep("forget_share_tokens", ({ database }) => forgetOrphanedTokens(database.writes))],
  forms: ["create"],
  operations: {
    create: createShare,
    list: share.list({ description: "Share links without their tokens. Revoked and expired links stay in the list." }),
    get: share.get(),
    update: updateShare,
    renew: renewShare,
    ...share.transitions({
      revoke: { alone: true, write: ({ db, project }, { id }) => forgetToken(db, project.id, id) },
    }),
  },
});

/** Operations that the token of a share link authorises. */
export const shared = area({
  tag: "sharing",
  operations: { story: getSharedStory, sendPath },
});
