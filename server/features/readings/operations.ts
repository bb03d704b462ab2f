import { checkReadings } from "./operations/check-readings.ts";
import { createReading } from "./operations/create-reading.ts";
import { deleteReading } from "./operations/delete-reading.ts";
import { findCause } from "./operations/find-cause.ts";
import { getReading } from "./operations/get-reading.ts";
import { keepReading } from "./operations/keep-reading.ts";
import { listReadings } from "./operations/list-readings.ts";
import { restoreReading } from "./operations/restore-reading.ts";
import { updateReading } from "./operations/update-reading.ts";

export const readings = {
  create: createReading,
  list: listReadings,
  check: checkReadings,
  get: getReading,
  update: updateReading,
  delete: deleteReading,
  restore: restoreReading,
  keep: keepReading,
  cause: findCause,
};
