import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { joined, literal, marked, plain } from "#domain/text-marks/marked-text.ts";
import { StoryWords } from "./story-words.tsx";

const shown = (...parts: Parameters<typeof joined>[0]) => render(<StoryWords {...joined(parts)} />).container.innerHTML;

test("marks are shown by elements, one within another where they cross", () => {
  expect(
    shown(
      plain("So "),
      marked(plain("take"), "emphasis"),
      marked(plain(" care"), "emphasis", "strong"),
      marked(plain(", now"), "strong", "strike"),
    ),
  ).toBe("So <em>take</em><em><strong> care</strong></em><strong><s>, now</s></strong>");
});

test("signs of other formats' markup are letters, and literal braces look like all others", () => {
  expect(shown(plain("*so* <b>{coins}</b> "), literal("{coins}"), marked(plain("[i]"), "strong"))).toBe(
    "*so* &lt;b&gt;{coins}&lt;/b&gt; {coins}<strong>[i]</strong>",
  );
});
