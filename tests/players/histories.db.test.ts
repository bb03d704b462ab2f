import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replayProject } from "#server/record/replay.ts";
import { resources } from "#server/resources.ts";
import { rounds } from "#test-size";
import type { Loose } from "#tests/graphql/client.ts";
import { seedOf } from "#tests/record/random-steps.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const name = fc.integer({ min: 0, max: 3 }).map((n) => `player-${n}`);
const fields = fc.record(
  {
    display_name: fc.option(
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
        .map((text) => `n${text.replace(/\p{C}|\p{Z}/gu, "")}`),
    ),
    locale: fc.constantFrom("en", "pt-PT", null),
    preferences: fc.record({ language: fc.constantFrom("en", "fr", null) }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("upsert" as const), name, fields }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("update" as const), name, fields }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("restore" as const), name, fields: fc.constant({}) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("erase" as const), name, fields: fc.constant({}) }) },
);

interface Known {
  readonly id: string;
  /** Answer at each sequence at which it changed. */
  readonly versions: Loose[];
  erased: boolean;
}

const GONE = { external_id: { erased: true }, display_name: { erased: true }, locale: { erased: true } };

test("random histories read as they were written, and replay to the same rows after erasures", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      const project = await api.makeProject();
      const players = `/v1/projects/${project}/players`;
      const known = new Map<string, Known>();
      const call = (method: string, path: string, body?: object) =>
        api.call<Loose>(method, path, body === undefined ? {} : { body });

      for (const { does, name: external_id, fields: sent } of steps) {
        const player = known.get(external_id);
        if (player === undefined && does !== "upsert") continue;
        const path = `${players}/${player?.id}`;
        const answer =
          does === "upsert"
            ? await call("POST", `${players}/upsert`, { external_id, ...sent })
            : does === "update"
              ? await call("PATCH", path, sent)
              : does === "erase"
                ? await call("POST", `${path}/erasure`)
                : await call("POST", `/v1/projects/${project}/subjects/${player?.id}/restore`, {
                    seq: player?.versions[0]?.valid_from_seq,
                  });
        if (player?.erased === true) {
          // A version that is as the erased one changes nothing, and is no more.
          const isSame = does === "restore" && answer.body.restored?.length === 0;
          expect(answer.status, does).toBe(does === "erase" || isSame ? 200 : 409);
          continue;
        }
        expect(answer.status, `${does}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
        if (player === undefined) {
          known.set(external_id, { id: answer.body.id, versions: [answer.body], erased: false });
          expect(answer.body).toMatchObject({ external_id, ...sent });
        } else if (does === "erase") player.erased = true;
        else {
          const now = (await call("GET", path)).body;
          if (now.valid_from_seq !== player.versions.at(-1)?.valid_from_seq) player.versions.push(now);
          const { preferences: _, ...plain } = does === "restore" ? (player.versions[0] as Loose) : sent;
          expect(now).toMatchObject({
            ...(does === "restore" ? { display_name: plain.display_name, locale: plain.locale } : plain),
          });
        }
      }

      for (const { id, versions, erased } of known.values()) {
        for (const { valid_from_seq: seq, valid_to_seq: _, ...shown } of versions) {
          const { body } = await call("GET", `${players}/${id}?at_seq=${seq}`);
          expect(body).toMatchObject(erased ? GONE : shown);
        }
      }
      const report = await api.database.reads.transaction("snapshot", (db) => replayProject(db, project, resources));
      expect(report.differences).toEqual([]);
    }),
    { numRuns: rounds({ gate: 3, full: 100 }), seed: seedOf("players"), endOnFailure: true },
  );
});
