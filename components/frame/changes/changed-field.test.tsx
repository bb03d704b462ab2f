import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Json } from "#domain/json.ts";
import { ChangedField } from "./changed-field.tsx";
import { Redline } from "./redline.tsx";

const NAMES = { thing: () => undefined, variable: () => null, entity: () => null, ref: () => null };

test("a redline shows removed words with their earlier marks, all others with their later ones", () => {
  const marks = {
    before: [{ kind: "strong" as const, start: 0, end: 8 }],
    after: [{ kind: "emphasis" as const, start: 5, end: 11 }],
  };
  const { container } = render(<Redline before="Take care" after="Take pains" marks={marks} />);
  expect(container.textContent).toBe("Take carepains");
  expect(container.querySelector("del")?.innerHTML).toBe("<strong>car</strong>e");
  expect(container.querySelector("ins")?.innerHTML).toBe("<em>pains</em>");
  expect(container.querySelector("span")?.innerHTML).toBe("Take ");
});

test("an excerpt begins shortly before the first change, with its marks", () => {
  const lead = "One two three four five six seven eight nine ten eleven twelve thirteen ";
  const marks = { before: [], after: [{ kind: "strong" as const, start: 0, end: lead.length }] };
  const { container } = render(<Redline before={`${lead}a`} after={`${lead}b`} marks={marks} isExcerpt />);
  expect(container.querySelector("span")?.innerHTML).toBe("…<strong>ten eleven twelve thirteen </strong>");
});

test("other marks are told by their places", () => {
  const strong = (start: number) => [{ kind: "strong", start, end: start + 1 }];
  const told = (before: Json, after: Json) => {
    const change = { field: "/text_marks", name: "Emphasis", branch_id: null, before, after };
    return render(<ChangedField change={change} names={NAMES as never} />).container.textContent;
  };
  expect(told([], strong(1))).toBe("Emphasisnone → strong in 1 place");
  expect(told(strong(1), strong(4))).toBe("Emphasison other words");
});
