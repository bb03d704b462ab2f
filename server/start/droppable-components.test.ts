import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import droppableComponents from "./droppable-components.mjs";

const MARK = "/* @__PURE__ */ ";
const source = readFileSync(join(import.meta.dirname, "../../node_modules/@xyflow/react/dist/esm/index.js"), "utf8");
const loaded = droppableComponents(source);

describe("the loader of React Flow", () => {
  it.each(["MiniMap", "Controls", "Background", "NodeResizeControl", "Handle"])("marks %s as droppable", (name) => {
    expect(loaded).toMatch(new RegExp(String.raw`^const ${name} = /\* @__PURE__ \*/ memo\(`, "m"));
  });

  it("leaves no component that is made at the top level unmarked, and names none", () => {
    expect(loaded).not.toMatch(/^(?:const|var) \S+ = (?:memo|forwardRef|createContext)\(/m);
    expect(loaded).not.toMatch(/^\w+\.displayName = /m);
  });

  it("changes nothing else", () => {
    const plain = (text: string) => text.replaceAll(MARK, "").replaceAll(/^\w+\.displayName = .*;$/gm, "");
    expect(plain(loaded)).toBe(plain(source));
    expect(source).toContain("MiniMapComponent.displayName");
  });
});
