import type { ByteRange, ObjectStore } from "#server/adapters/objects/port.ts";
import { ArtifactStore } from "#server/artifacts/artifact-store.ts";
import type { Clock } from "#server/kernel/clock.ts";
import type { Database } from "#server/record/database.ts";

/** Objects in memory. */
export class MemoryObjects implements ObjectStore {
  readonly stored = new Map<string, Uint8Array>();

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.stored.set(key, bytes);
  }

  async open(key: string, { start, end }: ByteRange): Promise<AsyncIterable<Uint8Array> | null> {
    const bytes = this.stored.get(key);
    return bytes === undefined ? null : pieces(bytes.subarray(start, end + 1));
  }

  async remove(key: string): Promise<void> {
    this.stored.delete(key);
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Files of projects without a limit, in memory unless told where. */
export function testArtifacts(
  database: Database,
  clock: Clock,
  objects: ObjectStore = new MemoryObjects(),
): ArtifactStore {
  return new ArtifactStore({ database, objects, clock, requireRoom: async () => {}, linkSecret: "a secret of tests" });
}
