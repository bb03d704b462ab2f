import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { CommentsSection } from "./comments-section.tsx";
import type { Comment } from "./threads.ts";

const said = (fields: Partial<Comment>): Comment =>
  ({
    id: "cmt_1",
    node_id: "node_a",
    branch_id: null,
    parent_id: null,
    quote: null,
    quote_start: null,
    text: "Which salt?",
    mentions: [],
    author: "user:usr_2",
    edited_by: null,
    resolved: false,
    created_at: "2031-01-01T00:00:00.000Z",
    ...fields,
  }) as Comment;

const PEOPLE = {
  people: [
    { id: "usr_2", name: "Mira Vogt", member: true, role: "designer" },
    { id: "usr_3", name: "Odo", member: false, role: null },
  ],
  keys: [],
};

/** The comments of the sample's first card; what was asked of the server is kept. */
function openSection(comments: readonly Partial<Comment>[], answers: Answers = {}) {
  const sent: Record<string, unknown>[] = [];
  const { shown, session } = openTab();
  const [node] = session.store.getState().nodes.values();
  if (node === undefined) throw new Error("the sample is empty");
  answerWith({
    "comments.list": () => ({
      comments: comments.map((each) => said({ node_id: node.id, ...each })),
      total: comments.length,
      has_more: false,
    }),
    "workspace.people": () => PEOPLE,
    "comments.create": (input) => {
      sent.push(input);
      return said({});
    },
    "comments.resolve": (input) => {
      sent.push(input);
      return said({ resolved: true });
    },
    ...answers,
  });
  render(shown(<CommentsSection nodeId={node.id} />));
  return { sent, node };
}

test("threads say who said what about which words, and which words are gone", async () => {
  openSection([
    { id: "cmt_1", text: "Which salt?", quote: "no such words anywhere" },
    { id: "cmt_2", text: "The grey one.", parent_id: "cmt_1" },
    { id: "cmt_3", text: "Settled long ago.", resolved: true },
  ]);
  const thread = await screen.findByRole("article", { name: "Comment: Which salt?" });
  expect(thread.textContent).toContain("This text was deleted: no such words anywhere");
  expect(within(thread).getByRole("list", { name: "Answers" }).textContent).toContain("The grey one.");
  await waitFor(() => expect(thread.textContent).toContain("Mira Vogt"));
  expect(screen.getByText("1 resolved comment").closest("details")?.open).toBe(false);
});

test("a person is called with @ by keyboard, and the comment is sent with who was called", async () => {
  const { sent, node } = openSection([]);
  const field = await screen.findByRole("textbox", { name: "Comment on the card" });
  fireEvent.change(field, { target: { value: "Ask @mi", selectionStart: 7 } });
  const people = await screen.findByRole("listbox", { name: "People" });
  expect(
    within(people)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Mira Vogt"]);
  fireEvent.keyDown(field, { key: "Enter" });
  expect((field as HTMLTextAreaElement).value).toBe("Ask @Mira Vogt ");
  await act(async () => fireEvent.keyDown(field, { key: "Enter", ctrlKey: true }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ node_id: node.id, text: "Ask @Mira Vogt", mentions: ["usr_2"], quote: null }]),
  );
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(""));
});

test("what could not be recorded stays in the field, with the reason", async () => {
  openSection([], {
    "comments.create": () => {
      throw new Error("the network is gone");
    },
  });
  const field = await screen.findByRole("textbox", { name: "Comment on the card" });
  fireEvent.change(field, { target: { value: "Do not lose me." } });
  fireEvent.click(screen.getByRole("button", { name: "Comment" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The comment was not saved");
  expect((field as HTMLTextAreaElement).value).toBe("Do not lose me.");
});

test("a thread is resolved", async () => {
  const { sent } = openSection([{}]);
  const thread = await screen.findByRole("article", { name: "Comment: Which salt?" });
  await act(async () => fireEvent.click(within(thread).getByRole("button", { name: "Resolve" })));
  await waitFor(() => expect(sent).toMatchObject([{ comment_id: "cmt_1" }]));
});

test("a comment that is not sent yet is there again after another card was looked at, and goes once it is sent", async () => {
  const { shown, session } = openTab();
  const [node, other] = [...session.store.getState().nodes.keys()];
  let answer = () => {};
  answerWith({
    "workspace.people": () => PEOPLE,
    "comments.create": () => new Promise((done) => (answer = () => done(said({})))),
  });
  const card = (id = "") => shown(<CommentsSection key={id} nodeId={id} />);
  const { rerender } = render(card(node));
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Comment on the card" });
  fireEvent.change(await field(), { target: { value: "Which salt?" } });
  rerender(card(other));
  expect((await field()).value).toBe("");
  rerender(card(node));
  expect((await field()).value).toBe("Which salt?");
  fireEvent.click(screen.getByRole("button", { name: "Comment" }));
  await act(async () => {});
  fireEvent.change(await field(), { target: { value: "Which salt? And whose?" } });
  await act(async () => answer());
  await waitFor(async () => expect((await field()).value).toBe("And whose?"));
});
