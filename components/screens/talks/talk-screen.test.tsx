import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { reportReachable } from "../../frame/api/online.ts";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { TalkScreen } from "./talk-screen.tsx";

/** A connection on which nothing comes. */
class Silence extends EventTarget {
  close(): void {}
}
beforeEach(() => vi.stubGlobal("EventSource", Silence));

const TELLER = { id: "cpt_1", kind: "gm", name: "The teller", state: "joined", player_id: null, npc_id: null };
const INES = { ...TELLER, id: "cpt_2", kind: "player", name: "Ines" };
const GONE = { ...TELLER, id: "cpt_3", kind: "player", name: { erased: true }, state: "banned" };

const said = (number: number, text: unknown, more: object = {}) => ({
  ...{ number, text, speaker: "cpt_1", listeners: [], audience: ["cpt_1", "cpt_2"], whisper: false, made_by: null },
  ...{ redacted_at: null, at: "2026-11-02T08:00:00.000Z", ...more },
});

function show(answers: Answers, conversation: object = {}) {
  answerWith({
    "conversations.get": () => ({
      ...{ id: "cnv_1", title: "On the mole", status: "active", mode: "free", entry: "invited", last_number: 9 },
      ...{ turn: null, ...conversation },
    }),
    "conversations.participants": () => ({ participants: [TELLER, INES, GONE] }),
    "conversations.messages": () => ({
      messages: [
        said(4, "Keep it safe.", { whisper: true }),
        said(3, null, { redacted_at: "2026-11-02T08:01:00.000Z" }),
        said(2, { erased: true }, { speaker: "cpt_3" }),
        said(1, "The tide has turned."),
      ],
      has_more: false,
    }),
    ...answers,
  });
  render(
    <Studio>
      <TalkScreen conversationId="cnv_1" />
    </Studio>,
  );
  return userEvent.setup();
}

const log = () => screen.findByRole("log", { name: "What was said" });

test("what was said is read from the first to the last; whispers and gone words say what they are", async () => {
  show({});
  const rows = within(await log()).getAllByRole("listitem");
  const shown = rows.map(({ textContent }) => textContent ?? "");
  expect(shown[0]).toContain("The tide has turned.");
  expect(shown[1]).toMatch(/An erased player.*Erased with a player\./);
  expect(shown[2]).toContain("Redacted.");
  expect(shown[3]).toMatch(/Whispered to Ines.*Keep it safe\./);
  // What is gone cannot be taken away again.
  expect(screen.getAllByRole("button", { name: /^Redact what/ })).toHaveLength(2);
});

test("words that failed are the same message when they are sent again; a whisper goes to one alone", async () => {
  const sent: Record<string, unknown>[] = [];
  const user = show({
    "conversations.post": ({ project_id: _, ...body }) => {
      sent.push(body);
      if (sent.length === 1) throw new TypeError("Failed to fetch");
      return said(5, body.text);
    },
  });
  await user.type(await screen.findByLabelText("What you say"), "Now.{Enter}");
  await screen.findByRole("alert");
  act(() => reportReachable(true));
  await user.click(screen.getByRole("button", { name: "Say" }));
  await within(await log()).findByText("Now.");
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]).toMatchObject({ speaker: "cpt_1", text: "Now.", client_id: expect.stringMatching(/./) });
  await user.selectOptions(screen.getByLabelText("Heard by"), "Ines alone");
  await user.type(screen.getByLabelText("What you say"), "Hush.{Enter}");
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toMatchObject({ audience: ["cpt_2"], listeners: ["cpt_2"] });
  expect(sent[2]?.client_id).not.toBe(sent[0]?.client_id);
});

test("what is typed stays as it is heard by another, and what is typed while words are sent stays too", async () => {
  let answer = (_: unknown) => {};
  const user = show({ "conversations.post": () => new Promise((done) => (answer = done)) });
  const field = async () => (await screen.findByLabelText("What you say")) as HTMLTextAreaElement;
  await user.selectOptions(await screen.findByLabelText("Heard by"), "Ines alone");
  await user.type(await field(), "Hush");
  await user.selectOptions(await screen.findByLabelText("As heard by"), "Ines");
  expect((await field()).value).toBe("Hush");
  expect((screen.getByLabelText("Heard by") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Ines alone");
  await user.type(await field(), "{Enter}");
  await user.type(await field(), " and run.");
  await act(async () => answer(said(5, "Hush", { whisper: true })));
  await vi.waitFor(async () => expect((await field()).value).toBe("and run."));
});

test("a whisper to somebody who has left is said to nobody until a person chooses", async () => {
  vi.stubGlobal("EventSource", Line);
  Line.opened.length = 0;
  const people = [TELLER, INES];
  const posted = vi.fn();
  const user = show({
    "conversations.participants": () => ({ participants: [...people] }),
    "conversations.post": posted,
  });
  await user.selectOptions(await screen.findByLabelText("Heard by"), "Ines alone");
  await user.type(screen.getByLabelText("What you say"), "The key is under the mat.");
  await vi.waitFor(() => expect(Line.opened).not.toEqual([]));
  people[1] = { ...INES, state: "left" };
  Line.opened.at(-1)?.tell({ type: "participant", data: { participant_id: "cpt_2", state: "left" } });
  expect((await screen.findAllByText("Ines takes part no more. Choose who hears it.")).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText("What you say"), "{Enter}");
  expect(posted).not.toHaveBeenCalled();
  await user.selectOptions(screen.getByLabelText("Heard by"), "Everybody");
  expect(screen.queryByText("Ines takes part no more. Choose who hears it.")).toBeNull();
});

test("a participant is brought into the states that follow from its own", async () => {
  const moved: object[] = [];
  const user = show({
    "conversations.moveParticipant": ({ participant_id, state }) => {
      moved.push({ participant_id, state });
      return INES;
    },
  });
  await user.click(await screen.findByRole("button", { name: "What to do about Ines" }));
  const entries = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(entries).toEqual(["Let go", "Remove", "Ban"]);
  await user.click(screen.getByRole("menuitem", { name: "Remove" }));
  await vi.waitFor(() => expect(moved).toEqual([{ participant_id: "cpt_2", state: "removed" }]));
});

test("nothing is said in a talk that is over", async () => {
  show({}, { status: "ended" });
  expect(((await screen.findByLabelText("What you say")) as HTMLTextAreaElement).readOnly).toBe(true);
  expect(screen.getAllByText("The talk is over.").length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Archive" })).toBeTruthy();
});

test("a recap is of what the chosen participant heard, and says what it is made of", async () => {
  const asked: object[] = [];
  const user = show({
    "conversations.recap": ({ project_id: _, ...body }) => {
      asked.push(body);
      return {
        text: "Ines has the key.",
        messages: 3,
        made_by: { kind: "extraction", reason: "no_provider", model: null },
      };
    },
  });
  await user.selectOptions(await screen.findByLabelText("As heard by"), "Ines");
  await user.click(await screen.findByRole("button", { name: "In short" }));
  const dialog = await screen.findByRole("dialog", { name: "In short" });
  await within(dialog).findByText("Ines has the key.");
  expect(dialog.textContent).toContain("The lines that say most, word for word, of 3 messages.");
  expect(asked).toEqual([{ conversation_id: "cnv_1", participant_id: "cpt_2" }]);
});

/** A connection on which a test lets messages come. */
class Line extends EventTarget {
  static readonly opened: Line[] = [];
  readonly readyState = 1;

  constructor() {
    super();
    Line.opened.push(this);
  }

  tell(message: object): void {
    act(() => void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) })));
  }

  close(): void {}
}

test.each([
  ["it says nothing after all", { type: "silent", data: { speaker: "cpt_1", answers: 4 } }],
  ["the talk is paused", { type: "status", data: { number: 10, at: "2026-11-02T08:02:00.000Z", status: "paused" } }],
])("somebody is shown to think until %s", async (_, message) => {
  vi.stubGlobal("EventSource", Line);
  Line.opened.length = 0;
  show({});
  await log();
  await vi.waitFor(() => expect(Line.opened).not.toEqual([]));
  Line.opened.at(-1)?.tell({ type: "typing", data: { speaker: "cpt_1", answers: 4 } });
  await screen.findByText(/is thinking/);
  Line.opened.at(-1)?.tell(message);
  await vi.waitFor(() => expect(screen.queryByText(/is thinking/)).toBeNull());
});

test("words that are redacted elsewhere go from messages that were read later, too", async () => {
  vi.stubGlobal("EventSource", Line);
  Line.opened.length = 0;
  const user = show({
    "conversations.messages": ({ offset }) =>
      offset === undefined
        ? { messages: [said(4, "Keep it safe.")], has_more: true }
        : { messages: [said(3, "The key is hidden.")], has_more: false },
  });
  await user.click(await screen.findByRole("button", { name: "Earlier messages" }));
  await screen.findByText("The key is hidden.");
  Line.opened.at(-1)?.tell({ type: "redaction", data: { message: 3, at: "2026-11-02T08:05:00.000Z" } });
  await screen.findByText("Redacted.");
  expect(screen.queryByText("The key is hidden.")).toBeNull();
});
