import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { FILE_LIMITS } from "#domain/import/files/file-limits.ts";
import { findItems, type PickedItem } from "./find-items.ts";
import { droppedFiles } from "./picked-files.ts";

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const zip = (files: Record<string, string>) =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

/** Name of an item, and its kind or the reason why it is left out. */
function briefly(item: PickedItem): string[] {
  if ("why" in item) return [item.name, item.why];
  if ("rows" in item) return [item.name, item.what, item.suggested ?? ""];
  return "project" in item ? [item.name, "project"] : [item.name, item.kind];
}

test("files that include one another are one story, with what each was recognised as", async () => {
  const items = await findItems([file("main.ink", "INCLUDE a.ink\nHello."), file("a.ink", "VAR x = 1")]);
  expect(items).toMatchObject([
    {
      name: "main.ink",
      kind: "ink",
      kinds: [
        { name: "main.ink", kind: "ink" },
        { name: "a.ink", kind: "ink" },
      ],
      files: [{ name: "main.ink" }, { name: "a.ink", content: "VAR x = 1" }],
    },
  ]);
});

test("files that have nothing to do with one another are stories each, and each of the rest is named", async () => {
  const items = await findItems([
    file("a.twee", ":: Start\nHello."),
    file("b.ink", "Hello."),
    file("hero.png", new Uint8Array([0x89, 0x50])),
    file("diary.txt", "Dear diary"),
  ]);
  expect(items.map(briefly)).toEqual([
    ["a.twee", "Twee 3"],
    ["b.ink", "ink"],
    ["hero.png", "The file is an image, which cannot be imported."],
    ["diary.txt", "The file is a text without the signs of a format, which cannot be imported."],
  ]);
});

test("a zip archive is the files in it, and an archive of Twine one item", async () => {
  const archive = ["One", "Two"].map(
    (name) =>
      `<tw-storydata name="${name}" startnode="1"><tw-passagedata pid="1" name="A">x</tw-passagedata></tw-storydata>`,
  );
  const items = await findItems([
    file("all.zip", zip({ "s/main.ink": "Hello.", "archive.html": archive.join("\n"), "x.png": "" })),
  ]);
  expect(items.map(({ name }) => name)).toEqual(["s/main.ink", "archive.html", "x.png"]);
});

test("what cannot be read has a sentence, by the name of the first file", async () => {
  expect(await findItems([file("all.zip", zip({ "a.ink": "Hello." }).slice(0, 40))])).toEqual([
    { name: "all.zip", why: "The zip archive is damaged or protected by a password." },
  ]);
  const why = "The file is a JSON file with a mistake, which cannot be imported. The mistake is at line 2, column 3.";
  expect(await findItems([file("broken.json", '{"boards":\n  ,')])).toMatchObject([{ name: "broken.json", why }]);
  expect(await findItems([file("p.yarnproject", '{"sourceFiles":["*.yarn"]}')])).toEqual([
    { name: "p.yarnproject", why: "A Yarn project only names its files. Import it together with its .yarn files." },
  ]);
});

test("texts above the limit of an import are refused by it, and an archive by its texts alone", async () => {
  const large = (of: File) => Object.defineProperty(of, "size", { value: FILE_LIMITS.bytes + 1 });
  expect(await findItems([large(file("a.ink", "Hello."))])).toEqual([
    { name: "a.ink", why: "The texts of the files are larger than 16 MiB, the limit of one import." },
  ]);
  const items = await findItems([large(file("all.zip", zip({ "a.ink": "Hello.", "x.png": "" })))]);
  expect(items.map(({ name }) => name)).toEqual(["a.ink", "x.png"]);
});

test("beyond eight, files that are left out are counted", async () => {
  const items = await findItems(Array.from({ length: 11 }, (_, at) => file(`${at}.png`, "")));
  expect(items.at(-1)).toEqual({ name: "3 more files", why: "They cannot be imported: an image." });
});

test("a folder that is dropped is all files in it, by their paths", async () => {
  const entry = (path: string, content: string | null, inside: unknown[] = []) => {
    let isRead = false;
    return {
      isFile: content !== null,
      isDirectory: content === null,
      fullPath: path,
      file: (resolve: (given: File) => void) => resolve(file(path.split("/").at(-1) ?? "", content ?? "")),
      createReader: () => ({
        readEntries: (resolve: (some: unknown[]) => void) => {
          resolve(isRead ? [] : inside);
          isRead = true;
        },
      }),
    };
  };
  const folder = entry("/game", null, [
    entry("/game/main.ink", "INCLUDE acts/one.ink\nHello."),
    entry("/game/acts", null, [entry("/game/acts/one.ink", "VAR x = 1")]),
    entry("/game/.git", null, [entry("/game/.git/config", "x")]),
  ]);
  const items = [{ kind: "file", webkitGetAsEntry: () => folder }];
  const files = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  expect(await findItems(files)).toMatchObject([
    { name: "game/main.ink", kinds: [{ name: "game/main.ink" }, { name: "game/acts/one.ink" }] },
  ]);
});

describe("what is no story", () => {
  test("tables are rows of what their names speak of", async () => {
    const items = await findItems([
      file("characters.csv", "Name,Age\nOdo,61"),
      file("stock.xlsx", new Uint8Array([0x50, 0x4b, 3, 4])),
      file("quay.json", '[{"name":"Quay"}]'),
    ]);
    expect(items.map(briefly)).toEqual([
      ["characters.csv", "table", "character"],
      ["stock.xlsx", "Excel file", ""],
      ["quay.json", "table", ""],
    ]);
  });

  test("a vault of notes is rows by folder, from a folder or an archive", async () => {
    const vault = {
      "Vault/Characters/Odo Pell.markdown": "---\nage: 61\n---\nWeighs.",
      "Vault/Characters/Mara.markdown": "Lies.",
      "Vault/Places/Quay.markdown": "Wet.",
      "Vault/map.png": "",
      "Vault/.obsidian/app.json": "{}",
    };
    const expected = [
      ["Places", "1 note", "place"],
      ["Characters", "2 notes", "character"],
      ["Vault/map.png", "The file is an image, which cannot be imported."],
    ];
    const items = await findItems([file("vault.zip", zip(vault))]);
    expect(items.map(briefly)).toEqual(expected);
    const [, cast] = items;
    if (cast === undefined || !("rows" in cast)) throw new Error("There are no rows.");
    const rows = await cast.rows();
    expect(rows.content.split("\n").slice(0, 2)).toEqual([
      '{"name":"Odo Pell","age":61,"description":"Weighs."}',
      '{"name":"Mara","description":"Lies."}',
    ]);
    const files = Object.entries(vault).map(([path, text]) =>
      Object.defineProperty(file(path.split("/").at(-1) ?? "", text), "webkitRelativePath", { value: path }),
    );
    expect((await findItems(files)).map(briefly)).toEqual(expected);
  });

  test("tables and notes beside a story are its own and stay out", async () => {
    const items = await findItems([
      file("main.ink", "Hello."),
      file("README.md", "Read me."),
      file("texts.csv", "id,text\na,b"),
    ]);
    expect(items.map(briefly)).toEqual([
      ["main.ink", "ink"],
      ["README.md", "The file is a text, which cannot be imported."],
      ["texts.csv", expect.stringContaining("a table beside a story")],
    ]);
  });

  test("a project saved from Fabula is a project", async () => {
    const head = '{"type":"project","format":"fabula-project","version":1}\n{"type":"change"}\n';
    expect((await findItems([file("salt-gate.ndjson", head)])).map(briefly)).toEqual([["salt-gate.ndjson", "project"]]);
    expect((await findItems([file("cast.ndjson", '{"name":"Odo"}\n')])).map(briefly)).toEqual([
      ["cast.ndjson", "table", "character"],
    ]);
  });
});
