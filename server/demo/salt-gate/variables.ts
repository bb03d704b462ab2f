import type { ImportedVariable } from "#domain/import/story.ts";

/** The variables both dialogues read and write; every type occurs. */
export const saltGateVariables: ImportedVariable[] = [
  {
    name: "has_ledger",
    type: "boolean",
    default: false,
    enum_values: [],
    description: "The carter is carrying the toll ledger of the Salt Gate.",
  },
  {
    name: "read_the_ledger",
    type: "boolean",
    default: false,
    enum_values: [],
    description: "The carter has read the second column and understood who M. is.",
  },
  {
    name: "knows_pell_secret",
    type: "boolean",
    default: false,
    enum_values: [],
    description: "The carter knows why Odo Pell has his clerk read the book back to him.",
  },
  {
    name: "pell_trust",
    type: "integer",
    default: 0,
    enum_values: [],
    description: "How far the gatekeeper would go for the carter. At 3 he speaks up in front of the crowd.",
  },
  {
    name: "watch_alert",
    type: "integer",
    default: 0,
    enum_values: [],
    description: "How much notice the Harbour Watch has taken. At 3 (or 2 at high tide) they wait at the sluice.",
  },
  {
    name: "purse",
    type: "integer",
    default: 14,
    enum_values: [],
    description: "Silver in the carter's purse.",
  },
  {
    name: "toll_rate",
    type: "number",
    default: 0.1,
    enum_values: [],
    description: "Share of each load kept at the gate, as far as the carter knows. The King's lawful share is 0.1.",
  },
  {
    name: "name_given",
    type: "string",
    default: "",
    enum_values: [],
    description: "The name the carter gave at the gate, true or not.",
  },
  {
    name: "tide",
    type: "enum",
    default: "slack",
    enum_values: ["slack", "flood", "high"],
    description: "Each visit in town costs one step. High water is when the gate must be decided.",
  },
  {
    name: "allegiance",
    type: "enum",
    default: "none",
    enum_values: ["none", "rakers", "night_tide", "salt_office"],
    description: "Whose winter the carter has chosen, once there is a choice.",
  },
];
