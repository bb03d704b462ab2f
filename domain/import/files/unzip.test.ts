import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FILE_LIMITS } from "./file-limits.ts";
import { bytesOfBase64, filesOfZip, isZip, isZipText } from "./unzip.ts";

const zip = (files: Record<string, string | Uint8Array>, level: 0 | 9 = 9) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, typeof text === "string" ? strToU8(text) : text]),
    ),
    { level },
  );
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe("a zip archive", () => {
  it("gives the texts in it, and the names of what is no text", () => {
    const bytes = zip({
      "a/main.ink": "Héllo.",
      "a/hero.png": new Uint8Array(500),
      "a/": "",
      "__MACOSX/a/._main.ink": "x",
      ".DS_Store": "x",
    });
    expect(isZip(bytes)).toBe(true);
    expect(filesOfZip(bytes)).toEqual([
      { name: "a/main.ink", content: "Héllo." },
      { name: "a/hero.png", content: "" },
    ]);
  });

  it("is known in base64 by its beginning, an empty one too", () => {
    expect(isZipText(base64(zip({ "a.ink": "x".repeat(5_000) })))).toBe(true);
    expect(isZipText(base64(zip({})))).toBe(true);
    expect(isZipText("UEsDB is how it begins. -> END")).toBe(false);
    expect(isZipText({})).toBe(false);
    expect(filesOfZip(bytesOfBase64(base64(zip({ "a.ink": "Hi." }))))).toEqual([{ name: "a.ink", content: "Hi." }]);
    expect(() => bytesOfBase64("UEsDB!")).toThrow("not valid base64");
  });

  it("reads UTF-16 by its mark, and takes what is no text for a binary file", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x48, 0x00, 0x69, 0x00]);
    const files = filesOfZip(zip({ "a.ink": utf16, "b.ink": new Uint8Array([0xc3, 0x28]) }));
    expect(files.map(({ content }) => content)).toEqual(["Hi", "\0"]);
  });

  it.each([
    ["../../etc/passwd.ink", "leads out of the folder"],
    ["a/../../x.ink", "leads out of the folder"],
    ["C:\\x.ink", "leads out of the folder"],
    [`${"a/".repeat(20)}x.ink`, "deeper than 16 folders"],
    [`${"a".repeat(501)}.ink`, "longer than 500 characters"],
  ])("with the name %s is refused", (name, words) => {
    expect(() => filesOfZip(zip({ [name]: "x" }))).toThrow(words);
  });

  it("that unpacks to more than an import may hold is refused before it is unpacked", () => {
    const big = new Uint8Array(FILE_LIMITS.bytes / 2 + 1);
    const bytes = zip({ "a.ink": big, "b.ink": big });
    expect(bytes.length).toBeLessThan(100_000);
    expect(() => filesOfZip(bytes)).toThrow("larger than 16 MiB");
    expect(filesOfZip(zip({ "a.png": big, "b.png": big, "c.ink": "Hi." })).at(-1)?.content).toBe("Hi.");
  });

  it("that says it is smaller than it is unpacks to no more than it says", () => {
    const bytes = zip({ "a.ink": "x".repeat(100_000) });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const directory = bytes.length - 22 - (46 + "a.ink".length);
    expect(view.getUint32(directory, true)).toBe(0x02014b50);
    view.setUint32(directory + 24, 10, true);
    try {
      const [file] = filesOfZip(bytes);
      expect(String(file?.content).length).toBeLessThanOrEqual(10);
    } catch (error) {
      expect((error as Error).message).toContain("damaged");
    }
  });

  it("with more files than an import may have is refused", () => {
    const many = Object.fromEntries(Array.from({ length: FILE_LIMITS.count + 1 }, (_, at) => [`${at}.png`, ""]));
    expect(() => filesOfZip(zip(many, 0))).toThrow("more than 2,000 files");
  });

  it("that is damaged or protected is refused, and an Office document by its kind", () => {
    const whole = zip({ "a.ink": "Hello, hello, hello, hello." });
    expect(() => filesOfZip(whole.slice(0, whole.length - 30))).toThrow("damaged or protected");
    const broken = whole.slice();
    broken.fill(0xff, 36, 50);
    expect(() => filesOfZip(broken)).toThrow("damaged or protected");
    expect(() => filesOfZip(zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<x/>" }))).toThrow(
      "Office document",
    );
  });
});
