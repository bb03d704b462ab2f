import type { ImportedGraph, ImportedStory } from "#domain/import/story.ts";
import { actOne } from "./act-1-gate.ts";
import { actTwo } from "./act-2-town.ts";
import { actThree } from "./act-3-underquay.ts";
import { actFour } from "./act-4-weighing.ts";
import { lowBell } from "./low-bell.ts";
import { at } from "./script.ts";
import { saltGateVariables } from "./variables.ts";

/** The three faults a newcomer is meant to find by validating; everything else in the world is sound. */
export const saltGateFaults = {
  dead_end: "heron-officers",
  unreachable: "lamp-venn",
  invalid_target: { from: "town-sib", target: "court-petition" },
} as const;

/** The sample's main dialogue, in four acts. */
export const saltGateDialogue: ImportedGraph = {
  key: "the-salt-gate",
  name: "The Salt Gate",
  description: "Seven sacks, a rising tide, and a gatekeeper who will not weigh without his book.",
  start_key: "gate-arrival",
  nodes: [...actOne, ...actTwo, ...actThree, ...actFour],
  groups: [
    { key: "act-gate", title: "Act I: At the gate", color: "blue" },
    { key: "act-town", title: "Act II: The town", color: "rose" },
    { key: "act-underquay", title: "Act III: Under the quay", color: "teal" },
    { key: "act-weighing", title: "Act IV: The weighing", color: "umber" },
  ],
  annotations: [
    {
      key: "note-patience",
      text: "The first choice is the one that matters. Only a carter who waits and watches learns what the knots are for, and nothing says so.",
      ...at([0, -1]),
      width: 584,
      height: 96,
      color: "blue",
    },
    {
      key: "note-court",
      text: "To do: the Court of Measures. Sib already offers it. Captain Dray's hand at the Heron needs its next card too, and Hob Venn has lost his way in.",
      ...at([7, -1]),
      width: 584,
      height: 96,
      color: "rose",
    },
    {
      key: "note-water",
      text: "From here down the water is the other voice in every scene. If a card can be read without hearing it, cut the card.",
      ...at([12, -1]),
      width: 584,
      height: 96,
      color: "teal",
    },
  ],
  extensions: {},
};

/**
 * Both dialogues with their variables, in the form the importers give. `entities` is empty because the speakers are in
 * the project before the story is: a speaker key is the external id of a character.
 */
export const saltGateStory: ImportedStory = {
  format: "fabula_json",
  name: "The Salt Gate",
  graphs: [saltGateDialogue, lowBell],
  variables: saltGateVariables,
  entities: [],
  report: [],
};
