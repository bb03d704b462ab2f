import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Yardstick } from "./yardstick.ts";

describe("the yardstick for processor time", () => {
  it("measures since a moment, and knows nothing where it did not measure", async () => {
    const yardstick = new Yardstick();
    expect(yardstick.since(yardstick.now)).toBeNull();
    yardstick.start(1);
    while (yardstick.now === 0) await pause(1);
    yardstick.stop();
    expect(yardstick.since(0)).toBeGreaterThan(0);
    expect(yardstick.since(yardstick.now)).toBeNull();
  });
});
