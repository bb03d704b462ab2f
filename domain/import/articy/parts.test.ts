import { describe, expect, it } from "vitest";
import { importArticy } from "./articy.ts";
import { articyPartOf } from "./parts.ts";

const PARTS = {
  "global_variables.json": {
    GlobalVariables: [{ Namespace: "ship", Variables: [{ Variable: "berths", Type: "Integer", Value: "3" }] }],
  },
  "object_definitions.json": {
    ObjectDefinitions: [
      { Type: "DialogueFragment", Class: "DialogueFragment" },
      { Type: "Whisper", Class: "DialogueFragment", InheritsFrom: "DialogueFragment" },
    ],
  },
  "package_01_objects.json": {
    Objects: [
      {
        Type: "Dialogue",
        Properties: {
          TechnicalName: "Dlg_1",
          Id: "0x1",
          Parent: "0xF",
          DisplayName: "Dlg_1.DisplayName",
          Text: "",
          InputPins: [{ Id: "0x11", Connections: [{ Target: "0x2" }] }],
          OutputPins: [],
        },
      },
      {
        Type: "DialogueFragment",
        Properties: {
          TechnicalName: "DFr_2",
          Id: "0x2",
          Parent: "0x1",
          Text: "DFr_2.Text",
          MenuText: "",
          InputPins: [{ Id: "0x21", Text: "ship.berths > 1" }],
          OutputPins: [{ Id: "0x22", Connections: [{ Target: "0x3" }] }],
        },
      },
      {
        Type: "Whisper",
        Properties: {
          TechnicalName: "DFr_3",
          Id: "0x3",
          Parent: "0x1",
          Text: "DFr_3.Text",
          InputPins: [],
          OutputPins: [],
        },
      },
    ],
  },
  "package_01_localization.json": {
    "Dlg_1.DisplayName": { en: { Text: "Boarding" }, Context: "Flow/Boarding" },
    "DFr_2.Text": { de: { Text: "Das Boot wartet." }, en: { Text: "The boat waits.\r\nIt rains." } },
    "DFr_3.Text": { en: { Text: "Hush." } },
  },
};
const MANIFEST = {
  Settings: { ExportVersion: "2.1" },
  Project: { Name: "Harbour", Guid: "g" },
  Languages: [{ CultureName: "en" }, { CultureName: "de" }],
  GlobalVariables: { FileName: "global_variables.json" },
  ObjectDefinitions: { Types: { FileName: "object_definitions.json" } },
  Packages: [
    {
      Name: "All",
      Files: { Objects: { FileName: "package_01_objects.json" }, Texts: { FileName: "package_01_localization.json" } },
    },
  ],
  ScriptMethods: { FileName: "script_methods.json" },
  Hierarchy: { FileName: "hierarchy.json" },
};
const filesWithout = (...names: string[]) =>
  Object.entries(PARTS)
    .filter(([name]) => !names.includes(name))
    .map(([name, value]) => ({ name: `export/${name}`, text: JSON.stringify(value) }));
const read = (others: { name: string; text: string }[], main: unknown = MANIFEST) =>
  importArticy(JSON.stringify(main), { file: "export/manifest.json", others });

describe("an export of articy:draft X", () => {
  it("is read from its files, in the first language of the project", () => {
    const { name, graphs, variables, report } = read(filesWithout());
    expect(name).toBe("Harbour");
    const dialogue = graphs.find(({ key }) => key === "0x1");
    expect(dialogue?.name).toBe("Boarding");
    expect(dialogue?.nodes.map(({ text }) => text)).toEqual(["The boat waits.\nIt rains.", "Hush."]);
    expect(dialogue?.nodes[0]?.conditions).toMatchObject([{ op: "gt", args: [{ var: "ship.berths" }, { lit: 1 }] }]);
    expect(variables).toMatchObject([{ name: "ship.berths", default: 3 }]);
    expect(report.filter(({ code }) => code !== "articy_languages" && !code.includes("ending"))).toEqual([]);
  });

  it("keeps the texts of other languages with the cards, and says so", () => {
    const { graphs, report } = read(filesWithout());
    const [line] = graphs.find(({ key }) => key === "0x1")?.nodes ?? [];
    expect(line?.extensions).toMatchObject({ articy: { locales: { de: { Text: "Das Boot wartet." } } } });
    expect(report.find(({ code }) => code === "articy_languages")?.message).toBe(
      "The texts are in en. Those in de are kept with the cards.",
    );
  });

  it("is read in the language that is asked for, and in another where that has no text", () => {
    const { graphs, language, report } = importArticy(JSON.stringify(MANIFEST), {
      others: filesWithout(),
      language: "de",
    });
    expect(language).toBe("de");
    expect(graphs.find(({ key }) => key === "0x1")?.nodes.map(({ text }) => text)).toEqual([
      "Das Boot wartet.",
      "Hush.",
    ]);
    expect(report.find(({ code }) => code === "articy_languages")?.message).toContain("2 texts are not in it");
    const french = () => importArticy(JSON.stringify(MANIFEST), { others: filesWithout(), language: "fr" });
    expect(french).toThrow("The export has no texts in fr, but in en and de.");
  });

  it("tells once what is missing, and reads the rest without keys for words", () => {
    const { graphs, report } = read(filesWithout("package_01_localization.json", "global_variables.json"));
    expect(report.filter(({ code }) => code === "import_file_missing").map(({ source }) => source)).toEqual([
      "global_variables.json",
      "package_01_localization.json",
    ]);
    expect(graphs.find(({ key }) => key === "0x1")?.nodes.map(({ text }) => text)).toEqual(["", ""]);
  });

  it("is read without its manifest", () => {
    const [objects = { name: "", text: "" }] = filesWithout().filter(({ name }) => name.includes("objects"));
    const others = filesWithout("package_01_objects.json");
    const { graphs, report } = importArticy(objects.text, { file: objects.name, others });
    expect(graphs.find(({ key }) => key === "0x1")?.nodes[1]?.text).toBe("Hush.");
    expect(report.find(({ code }) => code === "import_file_missing")?.source).toBe("manifest.json");
  });

  it("is refused where only a part of it is given, with the files that are needed", () => {
    expect(() => read([])).toThrow(
      "This is the manifest of an articy:draft X export, which has its flow in other files. Import it together with global_variables.json, object_definitions.json, package_01_objects.json, and package_01_localization.json, in one import or as a zip archive.",
    );
    expect(() => read([], PARTS["package_01_localization.json"])).toThrow("a part of an articy:draft X export (texts)");
    expect(() => read(filesWithout("package_01_objects.json"))).toThrow("package_01_objects.json");
  });

  it("names the file that is not JSON", () => {
    const broken = [...filesWithout("global_variables.json"), { name: "export/global_variables.json", text: '{\n"a"' }];
    expect(() => read(broken)).toThrow(expect.objectContaining({ file: "export/global_variables.json", line: 2 }));
  });
});

describe("articyPartOf", () => {
  it.each([
    ["manifest", MANIFEST],
    ["variables", PARTS["global_variables.json"]],
    ["definitions", PARTS["object_definitions.json"]],
    ["objects", PARTS["package_01_objects.json"]],
    ["texts", PARTS["package_01_localization.json"]],
    ["hierarchy", { Id: "0x1", TechnicalName: "p", Type: "Project", Children: [] }],
    ["methods", { ScriptMethods: [] }],
  ])("knows the %s", (part, value) => expect(articyPartOf(value)).toBe(part));

  it.each([[{}], [[]], ["x"], [{ Packages: [], ObjectDefinitions: [], GlobalVariables: [] }], [{ "a.b": { c: 1 } }]])(
    "knows that %j is none",
    (value) => expect(articyPartOf(value)).toBeNull(),
  );
});
