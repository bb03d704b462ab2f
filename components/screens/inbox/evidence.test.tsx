import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Evidence } from "./evidence.tsx";

test("a few pieces of much evidence are shown, and the rest when they are asked for", () => {
  render(<Evidence evidence={[1, 2, 3, 4, 5].map((n) => ({ text: `Piece ${n}.` }))} />);
  const more = screen.getByText("2 more").closest("details");
  expect(more?.open).toBe(false);
  expect([...(more?.querySelectorAll("p") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Piece 4.",
    "Piece 5.",
  ]);
  expect(screen.getAllByText(/^Piece \d/)).toHaveLength(5);
});
