import { describe, expect, test } from "vitest";
import { explainFolderName, FOLDER, foldersTo, folderTree, isInFolder, movedPath, parentFolder } from "./folders.ts";

describe("folders", () => {
  test("a path is names joined by slashes, none of them empty or with a blank at an end", () => {
    for (const path of ["", "Act 1", "Act 1/Harbour", "第一幕/港", "a/b/c"]) expect(FOLDER.test(path)).toBe(true);
    for (const path of ["/", "/a", "a/", "a//b", " a", "a ", "a/ b", "x".repeat(101)])
      expect(FOLDER.test(path)).toBe(false);
  });

  test("what lies in a folder comes along when it gets another path, and what only begins alike does not", () => {
    expect(movedPath("Act 1/Harbour", "Act 1", "Act One")).toBe("Act One/Harbour");
    expect(movedPath("Act 1", "Act 1", "")).toBe("");
    expect(movedPath("Act 1/Harbour", "Act 1", "")).toBe("Harbour");
    expect(movedPath("Act 10", "Act 1", "Act 2")).toBe("Act 10");
    expect(isInFolder("Act 10", "Act 1")).toBe(false);
    expect(isInFolder("Act 1", "")).toBe(true);
    expect(foldersTo("a/b")).toEqual(["a", "a/b"]);
    expect(parentFolder("a")).toBe("");
  });

  test("the tree counts what lies in a folder and below, by name", () => {
    const filed = ["Act 2", "Act 10/Sea", "Act 10", "Act 10/Sea", ""].map((folder) => ({ folder }));
    const tree = folderTree(filed, ["Act 2/Empty"]);
    expect(tree.map(({ path, count }) => [path, count])).toEqual([
      ["Act 2", 1],
      ["Act 10", 3],
    ]);
    expect(tree[0]?.folders).toEqual([{ path: "Act 2/Empty", name: "Empty", count: 0, folders: [] }]);
    expect(tree[1]?.folders.map(({ name, count }) => [name, count])).toEqual([["Sea", 2]]);
  });

  test("a name says why it is none", () => {
    expect(explainFolderName("Harbour", "Act 1")).toBeNull();
    expect(explainFolderName("a/b", "")).toContain("no slash");
    expect(explainFolderName("a", "x".repeat(500))).toContain("too deep");
  });
});
