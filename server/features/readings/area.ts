import { area } from "../../operation/area.ts";
import { checkReadings } from "./operations/check-readings.ts";
import { createReading } from "./operations/create-reading.ts";
import { findCause } from "./operations/find-cause.ts";
import { keepReading } from "./operations/keep-reading.ts";
import { reading } from "./reading.ts";

export const readings = area({
  tag: "dialogue",
  resources: [reading],
  words: { reading: ["kept reading", "kept readings"] },
  operations: {
    create: createReading,
    list: reading.list({
      description:
        "Stored readings. [Check them](/docs/reference/readings#readings_check) to compare them with the current story.",
    }),
    check: checkReadings,
    get: reading.get(),
    update: reading.update({
      description: "Renames a reading. Its steps cannot change; its expected lines change with `keep`.",
      example: { name: "The honest way in" },
    }),
    delete: reading.delete(),
    restore: reading.restore(),
    keep: keepReading,
    cause: findCause,
  },
});
