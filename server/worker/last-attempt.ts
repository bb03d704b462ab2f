// What a thread runs for the last attempt at a piece of work that ended two processes.
import { compose } from "../context.ts";
import { SessionLoop } from "../features/generation/public.ts";
import { generators } from "./generators.ts";
import { jobs } from "./jobs.ts";
import type { Composition, Piece } from "./last-attempts.ts";

/** Does the piece with services of its own. @public */
export async function* work({ config, databaseUrl, piece }: Composition & { piece: Piece }): AsyncGenerator<unknown> {
  const { encryptionKey, previousEncryptionKey } = config;
  // A thread is handed its buffers as plain bytes.
  const keys = {
    encryptionKey: Buffer.from(encryptionKey),
    previousEncryptionKey: previousEncryptionKey === null ? null : Buffer.from(previousEncryptionKey),
  };
  const fabula = compose({ ...config, ...keys, worker: false }, databaseUrl, { hasThreads: false });
  const { services } = fabula;
  try {
    if ("session" in piece) {
      await new SessionLoop(services, generators).runStep(piece.session);
      yield null;
    } else {
      const { name, state } = piece.job;
      const declared = jobs.find((each) => each.name === name);
      if (declared === undefined) throw new Error(`there is no job ${name}`);
      yield await declared.step(services, state, new AbortController().signal);
    }
  } finally {
    await fabula.close();
  }
}
