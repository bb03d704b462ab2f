import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SettledNumber } from "./settled-number.tsx";

test("a number is taken when it is left, counted with arrows, and dropped where it is none or out of bounds", async () => {
  const onChange = vi.fn<(value: number) => void>();
  render(<SettledNumber aria-label="Times" value={3} isInteger min={1} max={9} onChange={onChange} />);
  const user = userEvent.setup();
  const box = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Times" });
  const type = async (text: string) => {
    await user.clear(box);
    await user.type(box, text);
  };
  await type("4");
  expect(onChange).not.toHaveBeenCalled();
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith(4);
  await user.click(box);
  await user.keyboard("{ArrowUp}{ArrowUp}{Enter}");
  expect(onChange).toHaveBeenLastCalledWith(5);
  for (const text of ["12", "many", "7{Escape}"]) {
    await type(text);
    await user.tab();
  }
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(box.value).toBe("3");
});
