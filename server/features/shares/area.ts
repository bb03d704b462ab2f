import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { createShare } from "./operations/create-share.ts";
import { getShare } from "./operations/get-share.ts";
import { getSharedStory } from "./operations/get-shared-story.ts";
import { listShares } from "./operations/list-shares.ts";
import { renewShare } from "./operations/renew-share.ts";
import { revokeShare } from "./operations/revoke-share.ts";
import { sendPath } from "./operations/send-path.ts";
import { updateShare } from "./operations/update-share.ts";
import { shareApi } from "./schemas.ts";
import { forgetOrphanedTokens } from "./token.ts";

export const shares = area({
  tag: "sharing",
  resources: [shareApi],
  words: { share: ["share link", "share links"] },
  forms: ["create"],
  jobs: [upkeep("forget_share_tokens", ({ database }) => forgetOrphanedTokens(database.writes))],
  operations: {
    create: createShare,
    list: listShares,
    get: getShare,
    update: updateShare,
    renew: renewShare,
    revoke: revokeShare,
  },
});

/** Operations that the token of a share link authorises. */
export const shared = area({
  tag: "sharing",
  operations: { story: getSharedStory, sendPath },
});
