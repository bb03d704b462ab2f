import { area } from "../../operation/area.ts";
import { followLinks } from "./follow-links.ts";
import { link } from "./link.ts";
import { linkChange } from "./link-change.ts";
import { linkJob } from "./link-job.ts";
import { acceptLinkChange } from "./operations/accept-change.ts";
import { createLink } from "./operations/create-link.ts";
import { getDrift } from "./operations/get-drift.ts";
import { getOrigin } from "./operations/get-origin.ts";
import { rejectLinkChange } from "./operations/reject-change.ts";
import { releaseLink } from "./operations/release-link.ts";
import { repinLink } from "./operations/repin-link.ts";
import { resetProperty } from "./operations/reset-property.ts";
import { updateLink } from "./operations/update-link.ts";

export const links = area({
  tag: "projects",
  resources: [link, linkChange],
  forms: ["create", "update"],
  words: { link_change: ["change of a linked project", "changes of linked projects"] },
  jobs: [linkJob, followLinks],
  operations: {
    create: createLink,
    list: link.list(),
    get: link.get(),
    update: updateLink,
    repin: repinLink,
    drift: getDrift,
    release: releaseLink,
    origin: getOrigin,
    resetProperty,
    listChanges: linkChange.list({
      description: "Changes that following links suggest; those that wait for an answer with `status=open`.",
    }),
    getChange: linkChange.get(),
    acceptChange: acceptLinkChange,
    rejectChange: rejectLinkChange,
  },
});
