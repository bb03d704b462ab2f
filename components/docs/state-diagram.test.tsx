import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StateDiagramFigure } from "./state-diagram.tsx";

test("states stand in a row, operations of one way share an arrow, and all of it is said in words", () => {
  const transitions = [
    { name: "submit", from: ["draft"], to: "review" },
    { name: "send", from: ["draft"], to: "review" },
    { name: "reopen", from: ["review", "done"], to: "draft" },
  ];
  const page = renderToStaticMarkup(
    <StateDiagramFigure diagram={{ states: ["draft", "review", "done"], transitions }} />,
  );
  const texts = [...page.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, text]) => text);
  expect(texts).toEqual(["submit, send", "reopen", "reopen", "draft", "review", "done"]);
  const words = [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item.replaceAll(/<[^>]+>/g, ""));
  expect(words).toEqual([
    "submit: from draft to review",
    "send: from draft to review",
    "reopen: from review or done to draft",
  ]);
});
