import { describe, expect, it } from "vitest";
import { endPieces, JsonPieces, listPieces, ObjectPieces, openObject, type Piece, textPieces } from "./json-pieces.ts";

async function* batches<T>(...all: T[][]): AsyncGenerator<T[]> {
  yield* all;
}

async function textOf(pieces: AsyncIterable<Piece>): Promise<string> {
  const bytes: Uint8Array[] = [];
  for await (const piece of pieces) bytes.push(Buffer.from(piece));
  return Buffer.concat(bytes).toString();
}

const inBytes = (text: string) => new TextEncoder().encode(text);

const listOf = (count: number, size: number) =>
  new JsonPieces<number[][]>(() =>
    listPieces(batches(...Array.from({ length: count }, (_, n) => [n])), (n) => Array(size).fill(n)),
  );

describe("pieces of JSON", () => {
  it("make the value they are pieces of, however it is cut", async () => {
    const whole = new JsonPieces(async function* () {
      yield `${openObject({ id: "a", name: "“B”" })},"list":`;
      yield* listPieces(batches<number>([], [1, 2], [], [3]), (n) => ({ n }));
      yield inBytes(',"none":');
      yield* listPieces(batches<number>([]), (n) => n);
      yield ',"text":';
      yield* textPieces(
        (async function* () {
          yield 'one "two"\n';
          yield inBytes("雪👍");
        })(),
      );
      yield "}";
    });
    const value = { id: "a", name: "“B”", list: [{ n: 1 }, { n: 2 }, { n: 3 }], none: [], text: 'one "two"\n雪👍' };
    expect(await whole.gather()).toEqual(value);
    expect(await whole.start()).toEqual(value);
    expect(JSON.parse(await textOf(whole))).toEqual(value);
  });

  it("make of an object only the members that are asked for", async () => {
    const made: string[] = [];
    const list = (name: string) => () => {
      made.push(name);
      return listPieces(batches([name, name]), (each) => each);
    };
    const whole = new ObjectPieces({ id: "a", name: "B" }, { nodes: list("n"), groups: list("g"), notes: list("t") });
    expect(await whole.gather()).toEqual({
      id: "a",
      name: "B",
      nodes: ["n", "n"],
      groups: ["g", "g"],
      notes: ["t", "t"],
    });
    made.length = 0;
    const only = (...names: string[]) => whole.only(new Set(names)).start();
    expect(await only("notes", "id", "groups")).toEqual({ id: "a", groups: ["g", "g"], notes: ["t", "t"] });
    expect(await only("nodes")).toEqual({ nodes: ["n", "n"] });
    expect(await only("name")).toEqual({ name: "B" });
    expect(await only()).toEqual({});
    expect(made).toEqual(["g", "t", "n"]);
  });

  it("are a value where they are small, and stay pieces where they are not", async () => {
    expect(await listOf(3, 2).start()).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    const large = await listOf(200, 1_000).start();
    if (!(large instanceof JsonPieces)) expect.fail("it was gathered");
    expect(JSON.parse(await textOf(large))).toEqual(await listOf(200, 1_000).gather());
  });

  it("are sent as the bytes that they are", async () => {
    const sent = [inBytes(`["${"a".repeat(200_000)}"`), inBytes(`,"${"é".repeat(200_000)}"]`)];
    const large = await new JsonPieces(async function* () {
      yield* sent;
    }).start();
    if (!(large instanceof JsonPieces)) expect.fail("it was gathered");
    const pieces: Piece[] = [];
    for await (const piece of large) pieces.push(piece);
    expect(pieces[0]).toBe(sent[0]);
    expect(pieces[1]).toBe(sent[1]);
  });

  it("end whoever makes them where nobody takes one, and where somebody takes no more", async () => {
    let ended = 0;
    const large = () =>
      new JsonPieces(async function* () {
        try {
          for (;;) yield "a".repeat(300_000);
        } finally {
          ended += 1;
        }
      }).start();
    await endPieces((await large()) as JsonPieces);
    expect(ended).toBe(1);
    for await (const _ of (await large()) as JsonPieces) break;
    expect(ended).toBe(2);
  });

  it("are refused where they cannot be sent in pieces and are too many", async () => {
    await expect(listOf(200, 1_000).gather(100_000)).rejects.toMatchObject({ code: "answer_too_large" });
  });

  it("fail before anything is sent where the first of them fails", async () => {
    const broken = new JsonPieces(async function* () {
      yield "[";
      throw new Error("the database went away");
    });
    await expect(broken.start()).rejects.toThrow("went away");
  });
});
