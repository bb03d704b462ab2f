import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { begin, choose, openOffers } from "#domain/runtime/run.ts";
import { dialogue, node, variable, way } from "#domain/runtime/story.fixture.ts";
import { PageChoices } from "./page-choices.tsx";
import { StoryPages } from "./story-pages.tsx";

test("a shared story reads marked words, values and choices as they are set, and no signs for them", () => {
  const played = dialogue(
    [
      node("a", [way("b", "end", { choice_text: "Pay now", text_marks: [{ kind: "strike", start: 4, end: 7 }] })], {
        text: "Only {coins},\nor {coins}.",
        text_marks: [
          { kind: "strong", start: 0, end: 12 },
          { kind: "literal", start: 17, end: 24 },
        ],
      }),
      node("end", [], { text: "Done." }),
    ],
    [variable("var_coins", "integer", 3)],
  );
  const first = begin(played);
  const [offer] = openOffers(first.halt);
  if (offer === undefined) throw new Error("one choice");
  const story = { speakers: new Map() } as never;
  const { rerender } = render(
    <>
      <StoryPages story={story} pages={[first]} />
      <PageChoices halt={first.halt} onAct={() => undefined} />
    </>,
  );
  const said = () => within(screen.getByRole("list", { name: "What was said" }));
  expect(said().getByText("Only 3").tagName).toBe("STRONG");
  expect(said().getByText(/^, or \{coins\}\.$/).tagName).toBe("P");
  expect(within(screen.getByRole("button", { name: /Pay now/ })).getByText("now").tagName).toBe("S");
  rerender(<StoryPages story={story} pages={[first, choose(played, first.state, offer.branch)]} />);
  expect(said().getByText("now").tagName).toBe("S");
});
