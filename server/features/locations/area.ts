import { area } from "../../operation/area.ts";
import { createLocation } from "./operations/create-location.ts";
import { deleteLocation } from "./operations/delete-location.ts";
import { getLocation } from "./operations/get-location.ts";
import { listAncestors } from "./operations/list-ancestors.ts";
import { listChildren } from "./operations/list-children.ts";
import { listLocations } from "./operations/list-locations.ts";
import { listSubtree } from "./operations/list-subtree.ts";
import { moveLocation } from "./operations/move-location.ts";
import { restoreLocation } from "./operations/restore-location.ts";
import { updateLocation } from "./operations/update-location.ts";

export const locations = area({
  tag: "ttrpg",
  operations: {
    list: listLocations,
    create: createLocation,
    get: getLocation,
    update: updateLocation,
    delete: deleteLocation,
    children: listChildren,
    subtree: listSubtree,
    ancestors: listAncestors,
    move: moveLocation,
    restore: restoreLocation,
  },
});
