// The hostile workspace of the benchmark, in a process of its own so that what it computes delays no measurement. Told `begin` it attacks
// in every way until it is told `end`; told the number of a hostile body it sends that one. Says what it did.
import { answers, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { type Attacker, HOSTILE_BODIES } from "#tests/support/hostile-bodies.ts";
import { ATTACKS, goOn } from "./neighbours/attacks.ts";

/** Report of the hostile workspace since it last began. */
export interface AttackReport {
  readonly turns: Record<string, number>;
  readonly mistakes: Record<string, string>;
  /** Answers by status. */
  readonly answers: Record<string, number>;
}

const { urls, key, ways } = JSON.parse(process.env.ATTACK ?? "{}") as { urls: string[]; key: string; ways: string };
let asked = 0;
let ending = new AbortController();
let report: AttackReport = { turns: {}, mistakes: {}, answers: {} };

const call: Attacker["call"] = async (method, path, { body } = {}) => {
  const url = urls[asked++ % urls.length];
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    signal: ending.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  report.answers[answer.status] = (report.answers[answer.status] ?? 0) + 1;
  return { status: answer.status, body: JSON.parse(text === "" ? "null" : text) };
};

async function attackerOf(name: string): Promise<Attacker> {
  const { status, body } = await call<{ id: string }>("POST", "/v1/projects", { body: { name } });
  if (status !== 201) throw new Error(`no project was made: ${status}`);
  return { project: body.id, model: await startModelServer(answers({})), call };
}

const single = await attackerOf("One body");
const prepared = ATTACKS.filter(({ name }) => new RegExp(`^(?:${ways})`).test(name));
const ready = await Promise.all(
  prepared.map(async (attack) => {
    const attacker = await attackerOf(attack.name);
    return { attack, attacker, turn: await attack.prepare(attacker) };
  }),
);

function begin(): Promise<unknown> {
  ending = new AbortController();
  report = { turns: {}, mistakes: {}, answers: {} };
  return Promise.all(
    ready.map(({ attack, ...way }) =>
      goOn(attack, way, ending.signal, ({ name, mistake }) => {
        report.turns[name] = (report.turns[name] ?? 0) + 1;
        if (mistake !== null) report.mistakes[name] = mistake;
      }),
    ),
  );
}

let under: Promise<unknown> = Promise.resolve();
process.on("message", async (message) => {
  if (message === "begin") {
    under = begin();
  } else if (message === "end") {
    ending.abort();
    await under;
    process.send?.(report);
  } else {
    const outcome = await HOSTILE_BODIES[Number(message)]?.run(single).catch((error: unknown) => String(error));
    process.send?.({ outcome });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
