import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Branch } from "#domain/dialogue/wire.ts";
import { refusalOf } from "../../../e2e/states.ts";
import { type Answers, answerWith, openTab } from "../../studio.fixture.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { dropCarried } from "./carried-play.ts";
import { Player } from "./player.tsx";

const ODO = { id: "ent_odo", name: "Odo" };
const NPC = { id: "npc_odo", entity_id: ODO.id, name: "Odo", state: "active", actions: [] };

const waits = (id: string, words: string, opened_by: Branch["opened_by"]): Branch => ({
  ...branch(id, words),
  target_node_id: "node_hall",
  opened_by,
});
const GATE = sampleNode({
  id: "node_gate",
  kind: "talk",
  text: "Well?",
  speaker_id: ODO.id,
  branches: [
    waits("br_tide", "When does it open?", { facts: ["fact_tide"], actions: [] }),
    waits("br_open", "Open it now.", { facts: ["fact_tide"], actions: ["open_gate"] }),
  ],
});
const HALL = sampleNode({ id: "node_hall", kind: "end", text: "The hall." });

beforeEach(dropCarried);

/** Plays a card at which Odo is talked to. */
function play(answers: Answers) {
  const list = (name: string, rows: object[]) => ({ [name]: rows, total: rows.length, has_more: false });
  answerWith({
    "runs.story": () => ({
      base_seq: 1,
      dialogue: { id: "dlg_a", start_node_id: null, nodes: [GATE, HALL] },
      others: [],
      variables: [],
      world: { entities: {}, relationships: [], facts: [], time: null },
    }),
    "entities.list": () => list("entities", [{ ...ODO, type: "character", properties: {} }]),
    "npcs.list": () => list("npcs", [NPC]),
    ...answers,
  });
  const nodes = new Map([GATE, HALL].map((node) => [node.id, node]));
  render(openTab({ ...smallContent(), nodes }).shown(<Player />));
  const player = within(screen.getByRole("region", { name: "Player" }));
  return { player, user: userEvent.setup() };
}

const answer = (text: string, used_facts: string[], actions: string[] = []) => ({
  text,
  used_facts,
  actions: actions.map((key) => ({ key, arguments: {} })),
});
const LONGER = { timeout: 3_000 };

test("what the character tells and does opens ways, and any of them goes on", async () => {
  const sent: object[] = [];
  const { player, user } = play({
    "npcs.talk": ({ text, history }) => {
      sent.push({ text, history });
      return sent.length === 1 ? answer("At low tide.", ["fact_tide"]) : answer("There.", [], ["open_gate"]);
    },
  });
  const field = await player.findByLabelText("What you say to Odo", undefined, LONGER);
  expect(player.queryByRole("list", { name: "Ways that opened" })).toBeNull();
  await user.type(field, "1 When?{Enter}");
  const ways = await player.findByRole("list", { name: "Ways that opened" });
  expect(
    within(ways)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Go on: When does it open?"]);
  expect(player.getByRole("log").textContent).toContain("At low tide.");
  await user.type(field, "Open.{Enter}");
  await user.click(await within(ways).findByRole("button", { name: "Go on: Open it now." }));
  await player.findByText("The hall.");
  expect(sent[1]).toEqual({
    text: "Open.",
    history: [
      { by: "player", text: "1 When?" },
      { by: "npc", text: "At low tide." },
    ],
  });
  // Back at the card it is another talk.
  await user.click(player.getByRole("button", { name: "Step back" }));
  expect((await player.findByRole("list", { name: "Ways that opened" })).children).toHaveLength(2);
  await user.click(player.getByRole("button", { name: "Begin again" }));
  expect(player.queryByRole("list", { name: "Ways that opened" })).toBeNull();
});

test.each([
  ["without a voice", { "npcs.list": () => ({ npcs: [], total: 0, has_more: false }) }],
  ["retired", { "npcs.list": () => ({ npcs: [{ ...NPC, state: "retired" }], total: 1, has_more: false }) }],
])("with a character %s the written answers go on", async (_, answers) => {
  const { player, user } = play(answers);
  await player.findByText(/Nobody answers here, because Odo has no voice/, undefined, LONGER);
  await user.click(player.getByRole("button", { name: /Open it now/ }));
  await player.findByText("The hall.");
});

test("words that were not answered come back", async () => {
  const { player, user } = play({});
  const answered = fetch;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("npcs.talk")) return answered(input, init);
    const { body, ...rest } = refusalOf(new URL(input, "http://studio.test").href, 503);
    return new Response(body, rest);
  });
  const field = await player.findByLabelText("What you say to Odo", undefined, LONGER);
  await user.type(field, "When?{Enter}");
  await player.findByText(/Wait a moment, and send your words again/);
  expect((field as HTMLTextAreaElement).value).toBe("When?");
});
