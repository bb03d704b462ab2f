import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  createNamesStore,
  NamesContext,
  NamesOfProject,
  useSpeakerInk,
  useSpeakerName,
} from "./editor/canvas/surface/names.ts";
import { sampleNode, smallContent } from "./editor/model/sample-content.ts";
import { Outline } from "./editor/outline/outline.tsx";
import { Player } from "./editor/player/player.tsx";
import { ScriptView } from "./editor/script/script-view.tsx";
import { createProblemStore } from "./editor/store/problem-store.ts";
import { ProblemsContext } from "./editor/store/use-problems.ts";
import { answerWith, openTab } from "./studio.fixture.tsx";
import { SPEAKER_INKS } from "./ui/color-swatches.ts";

const MARA = "ent_mara";
const LINE = sampleNode({ id: "node_a", text: "The tide is out.", speaker_id: MARA });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
});

/** A name as a card of the canvas shows it. */
function OnCard() {
  const ink = useSpeakerInk(MARA, null);
  return <p className={ink}>{useSpeakerName(MARA, null)}</p>;
}

function Card() {
  const [store] = useState(createNamesStore);
  return (
    <NamesContext value={store}>
      <NamesOfProject store={store} />
      <OnCard />
    </NamesContext>
  );
}

const PLACES = [
  ["a card", () => <Card />],
  ["the outline", () => <Outline />],
  ["the script", () => <ScriptView />],
  ["the player", () => <Player />],
] as const;

test.each(PLACES)("a speaker has the colour of the character in %s", async (_, place) => {
  answerWith({
    "entities.list": () => ({
      entities: [{ id: MARA, name: "Mara", properties: { color: "pink" } }],
      total: 1,
      has_more: false,
    }),
    "runs.story": () => ({
      base_seq: 1,
      dialogue: { id: "dlg_a", start_node_id: null, nodes: [LINE] },
      others: [],
      variables: [],
      world: { entities: {}, relationships: [], facts: [], time: null },
    }),
  });
  const content = { ...smallContent(), nodes: new Map([[LINE.id, LINE]]) };
  const { shown } = openTab(content);
  render(
    shown(<ProblemsContext value={{ store: createProblemStore(), goTo: () => undefined }}>{place()}</ProblemsContext>),
  );
  const names = await screen.findAllByText("Mara", { normalizer: (text) => text.trim() });
  for (const name of names) expect(name.classList).toContain(SPEAKER_INKS.pink);
});
