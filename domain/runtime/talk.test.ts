import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { explore } from "./explore.ts";
import { actionsOf, type LogEntry, replay } from "./log.ts";
import { remember } from "./memory.ts";
import { begin, choose, openOffers, type Page, talk } from "./run.ts";
import { randomPlay } from "./story.arbitrary.ts";
import { dialogue, node, way } from "./story.fixture.ts";
import type { PlayNode } from "./story.ts";
import { dialogueOf } from "./vector.ts";

const SEAL = { facts: ["fact_seal"], actions: [] };
const story = dialogue([
  node("gate", [way("in", "hall", { opened_by: SEAL }), way("off", "end")], { kind: "talk", speaker_id: "ent_odo" }),
  node("hall", [way("back", "gate"), way("out", "end")]),
  node("end"),
]);
const learn = (more: { node?: string; facts?: string[] } = {}): LogEntry => ({
  learn: { made: [], told: [], talked: { node: "gate", facts: ["fact_seal"], actions: [], ...more } },
});
const openedAt = ({ halt }: Page) => (halt.kind === "choices" ? halt.talk?.opened : undefined);

describe("a talk of a playthrough", () => {
  test("is an action of its log, which a replay does again and a loaded save forgets", () => {
    const log: LogEntry[] = [learn()];
    expect(openedAt(replay(story, {}, actionsOf(log)).pages.at(-1) as Page)).toEqual(["in"]);
    expect(openedAt(replay(story, {}, actionsOf([...log, { back: true }])).pages.at(-1) as Page)).toEqual([]);
  });

  test("comes to nothing at another node than its own, and keeps nothing that opens no branch", () => {
    const [first] = replay(story, {}, []).pages;
    const elsewhere = remember(story, first.state, learn({ node: "hall" }) as never);
    expect([openedAt(elsewhere), elsewhere.state]).toEqual([[], first.state]);
    expect(talk(story, first.state, { facts: ["fact_other"], actions: ["nod"] })?.state).toEqual(first.state);
  });

  test("ends with the branch that is taken", () => {
    const told = talk(story, begin(story).state, SEAL);
    const halt = told?.halt;
    const [taken] = halt?.kind === "choices" ? halt.choices : [];
    const hall = taken === undefined || told === null ? null : choose(story, told.state, taken.branch);
    expect([hall?.nodes, hall?.state.talked]).toEqual([["hall"], undefined]);
  });
});

/** Facts and actions that can come up in the talks of a random story. */
const NEWS = { facts: ["fact_a", "fact_b"], actions: ["nod"] };

/** A node as a talk, where it is a line, whose branches wait for one thing, for two and for nothing. */
function talkingNode(of: PlayNode): PlayNode {
  const outcomes = [{ facts: ["fact_a"], actions: [] }, NEWS, null];
  const branches = of.branches.map((branch, at) => ({ ...branch, opened_by: outcomes[at % 3] ?? null }));
  return of.kind === "line" ? { ...of, kind: "talk", branches } : of;
}

test("whatever comes up, the same can be chosen and comes to the same, and an exploration needs no talk", () => {
  let talks = 0;
  let opened = 0;
  fc.assert(
    fc.property(randomPlay, ({ told, seed, picks }) => {
      const nodes = told.nodes.map(talkingNode);
      const played = dialogueOf({ dialogue: { ...told, nodes } });
      let page = begin(played, { seed });
      for (const pick of picks) {
        const said = page.halt.kind === "choices" ? talk(played, page.state, NEWS) : null;
        if (said !== null) {
          talks += 1;
          opened += openedAt(said)?.length ?? 0;
          const choices = ({ halt }: Page) => openOffers(halt).map(({ branch, text }) => [branch.id, text]);
          expect(choices(said)).toEqual(choices(page));
          for (const id of openedAt(said) ?? [])
            expect(openOffers(said.halt).map(({ branch }) => branch.id)).toContain(id);
          for (const [at, { branch }] of openOffers(said.halt).entries()) {
            const plain = openOffers(page.halt)[at]?.branch ?? branch;
            expect(choose(played, said.state, branch)).toEqual(choose(played, page.state, plain));
          }
        }
        const open = openOffers(page.halt);
        const offer = open[pick % Math.max(1, open.length)];
        if (offer === undefined) break;
        const next = choose(played, (said ?? page).state, offer.branch);
        const target = next.nodes.at(-1);
        const found = explore(played, { isWanted: ({ nodes }) => nodes.includes(target ?? ""), budget: 400 });
        if (target !== undefined) expect(found.kind).not.toBe("none");
        page = next;
      }
    }),
    { numRuns: rounds({ gate: 60, full: 1_000 }) },
  );
  expect([talks > 10, opened > 2]).toEqual([true, true]);
});
