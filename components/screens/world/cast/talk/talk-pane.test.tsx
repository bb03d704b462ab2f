import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { refusalOf } from "../../../../../e2e/states.ts";
import { type Answers, answerWith, ROUTER, Studio } from "../../../../studio.fixture.tsx";
import { TalkPane } from "./talk-pane.tsx";

const USAGE = { input_tokens: 900, output_tokens: 12, estimated: false };

const answer = (text: string, more: object = {}) => ({
  ...{ npc_id: "npc_1", entity_id: "ent_odo", seq: 9, run: null, text, emotion: null, used_facts: [], used_lines: [] },
  ...{ withheld: 2, memories: [], receipt_id: "rcpt_1" },
  made_by: { kind: "authored", reason: "no_provider", model: null, usage: null },
  ...more,
});

/** Shows the talk with a character of its own, so that no other one goes on. */
function talkTo(npcId: string, answers: Answers, { query = "", state = "active" } = {}) {
  answerWith({
    "npcs.list": () => ({
      npcs: [
        { id: npcId, entity_id: "ent_odo", name: "Odo", state, memory: null, effective_memory: "keep", retired: false },
      ],
      total: 1,
      has_more: false,
    }),
    "runs.progress": () => ({
      progress: [{ id: "run_1", graph_id: "dlg_1", step: 3, last_played_at: "2026-11-02T08:00:00.000Z" }],
      total: 1,
      has_more: false,
    }),
    "dialogues.list": () => ({ dialogues: [{ id: "dlg_1", name: "At the ferry" }], total: 1, has_more: false }),
    ...answers,
  });
  render(
    <Studio query={query}>
      <TalkPane entity={{ id: "ent_odo", name: "Odo" }} moment={null} onClose={() => undefined} />
    </Studio>,
  );
  return userEvent.setup();
}

const field = () => screen.findByLabelText("What you say to Odo");

test("Enter says it, Shift+Enter does not, and what was said before goes along", async () => {
  const sent: object[] = [];
  const user = talkTo("npc_enter", {
    "npcs.talk": ({ text, history, at_seq, provider }) => {
      sent.push({ text, history, at_seq, provider });
      return answer(`You said: ${text}`);
    },
  });
  await user.type(await field(), "Hello.{Shift>}{Enter}{/Shift}Odo?{Enter}");
  await screen.findByText(/You said: Hello\./);
  await user.type(await field(), "When?{Enter}");
  await screen.findByText("You said: When?");
  expect(sent).toEqual([
    { text: "Hello.\nOdo?", history: [], provider: "auto" },
    {
      text: "When?",
      history: [
        { by: "player", text: "Hello.\nOdo?" },
        { by: "npc", text: "You said: Hello.\nOdo?" },
      ],
      provider: "auto",
    },
  ]);
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect(within(screen.getByRole("log")).queryAllByRole("listitem")).toEqual([]);
});

test("an answer says what it is made of, and what was kept back", async () => {
  const user = talkTo("npc_origin", {
    "npcs.talk": () =>
      answer("At dusk.", {
        emotion: "fear",
        used_facts: ["fact_1"],
        memories: [{ text: "The player asked for the ferry.", fact_id: null }],
        made_by: { kind: "model", reason: null, model: "small-1", usage: USAGE },
      }),
    "facts.list": ({ ids, at_seq }) => {
      const source = { kind: "client", label: "", witness_id: null };
      const fact = {
        id: ids,
        text: `The ferry sails at dusk (${at_seq}).`,
        subject_id: null,
        also_about: [],
        told: {},
      };
      const facts = [{ ...fact, known_by: "everyone", secret: false, superseded_by: null, source }];
      return { facts: ids === "fact_1" ? facts : [], total: 1, has_more: false };
    },
  });
  await user.type(await field(), "When?{Enter}");
  expect(await screen.findByText("Fear")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "What it is made of" }));
  const origin = screen.getByRole("region", { name: "Where this answer comes from" });
  await within(origin).findByText("The ferry sails at dusk (9).");
  expect(origin.textContent).toContain("Spoken by small-1. Read 900 tokens and wrote 12.");
  expect(origin.textContent).toContain("The player asked for the ferry.");
  expect(origin.textContent).toContain("2 things that Odo may not know were kept back.");
});

test("words that were not answered come back, with what to do", async () => {
  const user = talkTo("npc_error", { "npcs.talk": () => answer("You again.") });
  const answered = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("npcs.talk")) return answered(input, init);
    const { body, ...rest } = refusalOf(new URL(input, "http://studio.test").href, 503);
    return new Response(body, rest);
  });
  await user.type(await field(), "Hello.{Enter}");
  expect(await screen.findByText(/Wait a moment, and send your words again/)).toBeTruthy();
  await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe("Hello."));
  vi.stubGlobal("fetch", answered);
  await user.click(screen.getByRole("button", { name: "Say" }));
  expect(await screen.findByText("You again.")).toBeTruthy();
  expect(screen.queryByText(/Wait a moment/)).toBeNull();
});

test("a playthrough is talked in at its own moment, and says what stays there", async () => {
  const sent: object[] = [];
  const user = talkTo(
    "npc_run",
    {
      "npcs.talk": ({ run, at_seq }) => {
        sent.push({ run, at_seq });
        return answer("Aye.");
      },
    },
    { query: "at=7" },
  );
  await user.type(await field(), "Hello.{Enter}");
  await screen.findByText("Aye.");
  await user.click(screen.getByText("When, where and as whom you talk"));
  await user.selectOptions(await screen.findByLabelText("In a playthrough"), "run_1");
  expect(screen.getByText(/What you tell Odo stays in this playthrough\./)).toBeTruthy();
  await user.type(await field(), "Hello.{Enter}");
  await waitFor(() => expect(sent).toEqual([{ at_seq: 7 }, { run: "run_1" }]));
});

test("what was said at a moment, in a playthrough or as somebody goes along there alone, and is there again", async () => {
  const sent: number[] = [];
  const mara = { id: "ent_mara", name: "Mara", type: "character", parent_id: null };
  const user = talkTo("npc_places", {
    "entities.list": () => ({ entities: [mara], total: 1, has_more: false }),
    "npcs.talk": ({ text, history }) => {
      sent.push((history as unknown[]).length);
      return answer(`You said: ${text}`);
    },
  });
  const turns = () => within(screen.getByRole("log")).queryAllByRole("listitem");
  const say = async (text: string) => {
    await user.type(await field(), `${text}{Enter}`);
    await screen.findByText(`You said: ${text}`);
  };
  await say("Now.");
  await user.click(screen.getByText("When, where and as whom you talk"));
  await user.selectOptions(await screen.findByLabelText("In a playthrough"), "run_1");
  expect(turns()).toEqual([]);
  await say("Played.");
  await user.click(screen.getByLabelText("You speak as"));
  await user.click(await screen.findByRole("option", { name: /^Mara/ }));
  await waitFor(() => expect(turns()).toEqual([]));
  await say("As Mara.");
  expect(sent).toEqual([0, 0, 0]);
  await user.click(screen.getByRole("button", { name: "Start over" }));
  await user.selectOptions(screen.getByLabelText("In a playthrough"), "");
  expect(turns()).toEqual([]);
  cleanup();
  talkTo("npc_places", {});
  expect(await screen.findByText("You said: Now.")).toBeTruthy();
  expect(turns()).toHaveLength(2);
});

test("nobody talks to the dead", async () => {
  talkTo("npc_dead", {}, { state: "deceased" });
  const words = (await field()) as HTMLTextAreaElement;
  expect(words.readOnly).toBe(true);
  expect(document.getElementById(words.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Odo is dead at this moment.",
  );
});

test("an answer is kept as a card of a dialogue, with its speaker", async () => {
  const made: object[] = [];
  const user = talkTo("npc_keep", {
    "npcs.talk": () => answer("You again."),
    "dialogues.createNode": ({ id, ...node }) => {
      made.push(node);
      return { id };
    },
  });
  await user.type(await field(), "Hello.{Enter}");
  await user.click(await screen.findByRole("button", { name: "Keep as a line" }));
  const dialog = await screen.findByRole("dialog", { name: "Keep as a line" });
  await user.type(within(dialog).getByLabelText("Dialogue"), "At the");
  await user.click(await screen.findByRole("option", { name: "At the ferry" }));
  await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
  await waitFor(() =>
    expect(ROUTER.push).toHaveBeenCalledWith(expect.stringMatching(/\/dialogues\/dlg_1\?card=node_\w+$/)),
  );
  expect(made).toEqual([
    { project_id: "prj_a", graph_id: "dlg_1", kind: "line", text: "You again.", speaker_id: "ent_odo" },
  ]);
});

test("an answer that is kept again after a failure is the same card in the same new dialogue", async () => {
  const sent: string[] = [];
  const make = ({ id }: Readonly<Record<string, unknown>>) => {
    sent.push(String(id));
    return { id };
  };
  const user = talkTo("npc_keep_again", {
    "npcs.talk": () => answer("You again."),
    "dialogues.create": make,
    "dialogues.createNode": make,
  });
  const answered = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const before = new Set(sent);
    const response = await answered(input, init);
    if (!input.includes("dialogues.create")) return response;
    const refused = (status: number, from = "", to = "") => {
      const { body, ...rest } = refusalOf(new URL(input, "http://studio.test").href, status);
      return new Response(body.replace(from, to), rest);
    };
    if (before.has(sent.at(-1) ?? "")) return refused(409, '"problem":{', '"problem":{"code":"id_taken",');
    // The card was made, and its answer is lost.
    if (input.includes("createNode")) return refused(500);
    return response;
  });
  await user.type(await field(), "Hello.{Enter}");
  await user.click(await screen.findByRole("button", { name: "Keep as a line" }));
  const dialog = await screen.findByRole("dialog", { name: "Keep as a line" });
  await user.type(within(dialog).getByLabelText("Dialogue"), "By the lamp");
  await user.click(await screen.findByRole("option", { name: /By the lamp/ }));
  await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
  await within(dialog).findByText(/The line was not kept/);
  await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
  const [graph = "", card = ""] = sent;
  await waitFor(() =>
    expect(ROUTER.push).toHaveBeenCalledWith(expect.stringMatching(`/dialogues/${graph}\\?card=${card}$`)),
  );
  expect(sent).toEqual([graph, card, graph, card]);
  vi.stubGlobal("fetch", answered);
});

test("an answer is read as it is told; what is taken back goes", async () => {
  const user = talkTo("npc_stream", {});
  const answered = fetch;
  let put = (_: string, __: object) => {};
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      put = (type, data) =>
        controller.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
      end = () => controller.close();
    },
  });
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) =>
    input.includes("npcs.talk")
      ? new Response(body, { headers: { "content-type": "text/event-stream" } })
      : answered(input, init),
  );
  await user.type(await field(), "When?{Enter}");
  await screen.findByText("Odo is thinking…");
  put("begin", { npc_id: "npc_stream", seq: 9 });
  put("text", { text: "At low " });
  await screen.findByText("At low");
  expect(screen.getByText("Odo is speaking…")).toBeTruthy();
  put("restart", { reason: "content" });
  await waitFor(() => expect(screen.queryByText("At low")).toBeNull());
  put("text", { text: "You again." });
  put("answer", answer("You again."));
  end();
  await screen.findByRole("button", { name: "Why this line" });
  expect(within(screen.getByRole("log")).getAllByRole("listitem")).toHaveLength(2);
  vi.stubGlobal("fetch", answered);
});

test("whoever speaks as a character is heard as that character", async () => {
  const sent: unknown[] = [];
  const mara = { id: "ent_mara", name: "Mara", type: "character", parent_id: null };
  const user = talkTo("npc_speaker", {
    "entities.list": () => ({ entities: [mara], total: 1, has_more: false }),
    "npcs.talk": ({ speaker_id }) => {
      sent.push(speaker_id);
      return answer("Mara.");
    },
  });
  await user.click(await screen.findByText("When, where and as whom you talk"));
  await user.click(await screen.findByLabelText("You speak as"));
  await user.click(await screen.findByRole("option", { name: /^Mara/ }));
  expect(await screen.findByText("You speak as Mara")).toBeTruthy();
  await user.type(await field(), "Hello.{Enter}");
  await waitFor(() => expect(sent).toEqual(["ent_mara"]));
  const [turn] = await within(screen.getByRole("log")).findAllByRole("listitem");
  expect(turn?.textContent).toBe("MaraHello.");
});

test("what a character was told becomes a fact by a press, kept or proposed", async () => {
  const made: object[] = [];
  const memories = [
    { text: "Ines hid the ledger.", fact_id: "fact_9" },
    { text: "The lamp is broken.", fact_id: null },
  ];
  const user = talkTo("npc_memory", {
    "npcs.talk": () => answer("So be it.", { memories }),
    "runs.acceptMemory": ({ memory_id }) => {
      made.push({ memory_id });
      return {};
    },
    "facts.create": ({ text, known_by }) => {
      made.push({ text, known_by });
      return {};
    },
  });
  await user.type(await field(), "Hello.{Enter}");
  await user.click(await screen.findByRole("button", { name: "Why this line" }));
  for (const { text } of memories) {
    const row = screen.getByText(text).closest("li") as HTMLElement;
    await user.click(within(row).getByRole("button", { name: "Make it a fact" }));
    await within(row).findByText("A fact of the story now.");
  }
  expect(made).toEqual([{ memory_id: "fact_9" }, { text: "The lamp is broken.", known_by: ["ent_odo"] }]);
});
