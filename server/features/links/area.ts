import { area } from "../../operation/area.ts";
import { link } from "./link.ts";
import { linkJob } from "./link-job.ts";
import { createLink } from "./operations/create-link.ts";
import { getDrift } from "./operations/get-drift.ts";
import { releaseLink } from "./operations/release-link.ts";
import { repinLink } from "./operations/repin-link.ts";

export const links = area({
  tag: "projects",
  resources: [link],
  jobs: [linkJob],
  operations: {
    create: createLink,
    list: link.list(),
    get: link.get(),
    update: link.update({
      description:
        "Changes what the link names, and the properties that are this project's own. Both hold from the next repin on.",
      example: { overlay: ["mood"] },
    }),
    repin: repinLink,
    drift: getDrift,
    release: releaseLink,
  },
});
