import { setImmediate as breathe } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairTurns, type Turn } from "./fair-turns.ts";

/** Turns whose tasks end when they are told to. */
function openTurns(places: number) {
  const turns = new FairTurns(places);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = async (name: string, turn: Partial<Turn> = {}) => {
    const asked = { workspace: name.slice(0, 1), isLong: false, ...turn };
    await turns.enter(asked);
    begun.push(name);
    ends.set(name, () => turns.end(asked));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await breathe();
  };
  return { begun, ask, end };
}

test("workspaces take their turns in rotation, however many tasks one of them has", async () => {
  const { begun, ask, end } = openTurns(3);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void ask(name);
  await breathe();
  // A third place would have been the last.
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a1");
  expect(begun.at(-1)).toBe("c1");
  await end("b1");
  expect(begun.at(-1)).toBe("b2");
  await end("c1");
  expect(begun.at(-1)).toBe("b2");
  await end("a2");
  expect(begun.at(-1)).toBe("a3");
});

test("an urgent task comes before those that wait longer, and never takes the last place twice", async () => {
  const { begun, ask, end } = openTurns(3);
  for (const name of ["a1", "b1", "c1", "d1"]) void ask(name);
  for (const name of ["u1", "u2"]) void ask(name, { isUrgent: true });
  await breathe();
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "c1", "u1"]);
  await end("b1");
  expect(begun.at(-1)).toBe("d1");
  await end("u1");
  expect(begun.at(-1)).toBe("u2");
});

test("urgent tasks take turns with others where no place can be kept", async () => {
  const { begun, ask, end } = openTurns(1);
  for (const name of ["u1", "u2"]) void ask(name, { isUrgent: true });
  void ask("a1");
  await breathe();
  await end("u1");
  expect(begun).toEqual(["u1", "a1"]);
});

test("one workspace takes both of two places, and those that wait are refused together", async () => {
  const turns = new FairTurns(2);
  const turn = { workspace: "a", isLong: true };
  await Promise.all([turns.enter(turn), turns.enter(turn)]);
  const waiting = [turns.enter(turn), turns.enter({ ...turn, workspace: "b" })];
  expect([turns.taken, turns.hasWaiting]).toEqual([2, true]);
  turns.refuseWaiting(new Error("closed"));
  for (const each of waiting) await expect(each).rejects.toThrow("closed");
  expect([turns.taken, turns.hasWaiting]).toEqual([2, false]);
});

test("a workspace takes several places while one stays free, and long tasks leave one to short ones", async () => {
  const { begun, ask } = openTurns(4);
  for (const name of ["a1", "a2", "a3", "a4"]) void ask(name, { isLong: true });
  void ask("b1", { isLong: true });
  await breathe();
  expect(begun).toEqual(["a1", "a2", "a3"]);
  await ask("b2");
  expect(begun.at(-1)).toBe("b2");
});

test("whoever leaves gives up the wait, and too long a line is refused", async () => {
  const { begun, ask, end } = openTurns(1);
  await ask("a1");
  const leaving = new AbortController();
  const left = ask("b1", { signal: leaving.signal });
  const line = Array.from({ length: 32 }, (_, index) => ask(`a${index + 2}`));
  await expect(ask("a99")).rejects.toMatchObject({ code: "busy" });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await end("a1");
  await line[0];
  expect(begun).toEqual(["a1", "a2"]);
});
