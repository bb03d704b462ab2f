import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { useReadInboxAgain } from "./inbox-queries.ts";
import { SessionItem } from "./session-item.tsx";

const SCHEMA = {
  type: "object",
  required: ["line", "mood"],
  properties: { line: { type: "string", minLength: 1 }, mood: { enum: ["calm", "cross"] } },
};

const INTERRUPT = {
  id: "int_1",
  reason: "review",
  question: "Is this to be kept?",
  options: [
    { action: "approve", label: "Keep it", value_schema: null },
    { action: "edit", label: "Change it", value_schema: SCHEMA },
  ],
  response_schema: {},
  evidence: [{ message: "The gate is shut at high tide." }],
  draft: { value: { line: "Salt pays.", mood: "calm" } },
  expires_at: "2026-11-29T10:00:00.000Z",
};

/** Tells what follows the project that something happened in it. */
let tellHappened: () => void = () => undefined;

function Follower() {
  const readAgain = useReadInboxAgain();
  tellHappened = () => void readAgain();
  return null;
}

function show(firstLook: Promise<void> = Promise.resolve()) {
  const sent: object[] = [];
  let isOpen = true;
  let status = "accepted";
  let looks = 0;
  answerWith({
    "sessions.standing": () => ({ session_id: "ses_1", interrupt: isOpen ? INTERRUPT : null }),
    "sessions.get": async () => {
      const answer = { action: "edit", by: "user:usr_ben", at: "2026-11-22T10:00:00.000Z", comment: "Shorter." };
      const session = { status, error: null, answer };
      if (looks++ === 0) await firstLook;
      return session;
    },
    "workspace.people": () => ({ people: [{ id: "usr_ben", name: "Ben" }], keys: [] }),
    "sessions.respond": (input) => {
      sent.push(input);
      isOpen = false;
      return {};
    },
  });
  render(
    <Studio>
      <Follower />
      <SessionItem sessionId="ses_1" />
    </Studio>,
  );
  return {
    sent,
    looks: () => looks,
    ends: () => {
      status = "completed";
      tellHappened();
    },
    answeredElsewhere: () => {
      isOpen = false;
    },
  };
}

test("shows the question with what it is about, and takes an answer by the form of its schema", async () => {
  const { sent } = show();
  await screen.findByRole("heading", { name: "Is this to be kept?" });
  screen.getByText("The gate is shut at high tide.");
  fireEvent.click(screen.getByRole("button", { name: "Change it…" }));
  const line = screen.getByLabelText("Line") as HTMLTextAreaElement;
  expect(line.value).toBe("Salt pays.");
  fireEvent.change(line, { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Change it" }));
  screen.getByText("This field is required.");
  expect(sent).toEqual([]);
  fireEvent.change(line, { target: { value: "No book, no gate." } });
  fireEvent.change(screen.getByLabelText("Mood"), { target: { value: "cross" } });
  fireEvent.click(screen.getByRole("button", { name: "Change it" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    session_id: "ses_1",
    interrupt_id: "int_1",
    action: "edit",
    value: { line: "No book, no gate.", mood: "cross" },
  });
});

test("says who answered, and when, to whoever comes second", async () => {
  const { answeredElsewhere } = show();
  answeredElsewhere();
  await screen.findByText(/^Ben changed it/);
  screen.getByText("Shorter.");
  screen.getByText("It goes on.");
});

test("says that it is done, also when that happens while it is looked at for the first time", async () => {
  const firstLook = Promise.withResolvers<void>();
  const { answeredElsewhere, ends, looks } = show(firstLook.promise);
  answeredElsewhere();
  await waitFor(() => expect(looks()).toBe(1));
  ends();
  firstLook.resolve();
  await screen.findByText("It is done.");
});

/** Shows a question about a draft that has a file. */
function showFile(draft: object) {
  answerWith({
    "sessions.standing": () => ({ session_id: "ses_1", project_id: "prj_1", interrupt: { ...INTERRUPT, draft } }),
    "files.get": () => ({ sha256: "ab", url: "http://fabula.example/files/prj_1/ab/ab.png?until=1" }),
  });
  render(
    <Studio>
      <SessionItem sessionId="ses_1" />
    </Studio>,
  );
}

test("a picture that would be kept is shown with its words, and a sound is played", async () => {
  showFile({ file: "ab", alt_text: "Mara on the mole" });
  const shown = await screen.findByRole("img", { name: "Mara on the mole" });
  expect(shown.getAttribute("src")).toBe("/files/prj_1/ab/ab.png?until=1");
  cleanup();
  showFile({ file: "ab" });
  const sound = await screen.findByLabelText("What would be kept");
  await waitFor(() => expect(sound.getAttribute("src")).toBe("/files/prj_1/ab/ab.png?until=1"));
});

test("a comment that is not sent yet is there again after another item was looked at", async () => {
  answerWith({ "sessions.standing": () => ({ session_id: "ses_1", interrupt: INTERRUPT }) });
  const page = (isOpen: boolean) => <Studio>{isOpen && <SessionItem sessionId="ses_1" />}</Studio>;
  const { rerender } = render(page(true));
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Comment/ });
  fireEvent.change(await field(), { target: { value: "Shorter, please." } });
  rerender(page(false));
  rerender(page(true));
  expect((await field()).value).toBe("Shorter, please.");
});
