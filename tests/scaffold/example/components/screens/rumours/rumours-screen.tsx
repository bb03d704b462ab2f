"use client";

import { ResourceBody, ResourceScreen } from "#components/frame/resource/resource-screen.tsx";
import DATA from "../../frame/resource/data/rumours.json";
import TELLINGS from "../../frame/resource/data/tellings.json";

const ABOUT = "A rumour is what people say, whether or not it is true.";

/** The rumours of a project. */
export function RumoursScreen() {
  return <ResourceScreen data={DATA} about={ABOUT} options={SPREAD} />;
}

/** The same without the frame of a page. */
export function RumourList() {
  return <ResourceBody data={DATA} about={ABOUT} options={SPREAD} />;
}

/** The tellings of all rumours. */
export function TellingsScreen() {
  return <ResourceScreen data={TELLINGS} about="A telling is a rumour in somebody's words." />;
}

const SPREAD = { spread: { few: "A few", many: "Many", all: "Everybody" } };
