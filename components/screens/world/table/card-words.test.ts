import { expect, test } from "vitest";
import type { Column } from "../../../ui/list/list-definition.ts";
import type { Entity } from "../entity/use-entity.ts";
import { cardWords } from "./card-words.ts";

const person = { role: "ferryman", alive: "Yes", dead: "No", age: "41", faction: "The Watch", none: "" };
const columns = Object.keys(person).map(
  (key): Column<Entity> => ({ key, label: key, cell: () => null, text: () => Reflect.get(person, key), width: 5 }),
);
const words = (from: number, most = 9) =>
  cardWords({} as Entity, columns.slice(from), (_, key) => Reflect.get(person, key), most);

test("the first short value is the line, yes is the name of the property, no is nothing, and numbers say what they count", () => {
  expect(words(0)).toEqual({
    line: "ferryman",
    chips: [
      { label: "alive", text: "alive" },
      { label: "age", text: "age 41" },
      { label: "faction", text: "The Watch" },
    ],
  });
  expect(words(1, 2)).toEqual({
    line: "",
    chips: [
      { label: "alive", text: "alive" },
      { label: "age", text: "age 41" },
    ],
  });
});
