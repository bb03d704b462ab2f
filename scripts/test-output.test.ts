import { expect, test } from "vitest";
import { OrderedOutput } from "./test-output.ts";

test("what is said at the same time is shown one after the other, and nothing is lost", () => {
  let shown = "";
  const write = (text: unknown): boolean => {
    shown += text;
    return true;
  };
  const outputs = new OrderedOutput({ write });
  const [first, second, third] = [outputs.next(), outputs.next(), outputs.next()];
  second.write("b1 ");
  first.write("a1 ");
  third.write("c1 ");
  third.end();
  first.write("a2 ");
  expect(shown).toBe("a1 a2 ");
  first.end();
  expect(shown).toBe("a1 a2 b1 ");
  second.write("b2 ");
  second.end();
  expect(shown).toBe("a1 a2 b1 b2 c1 ");
});
