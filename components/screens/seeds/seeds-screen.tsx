"use client";

import type { Outputs } from "../../frame/api/client.ts";
import DATA from "../../frame/resource/data/seeds.json";
import { ResourceBody } from "../../frame/resource/resource-screen.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { OverdueSeeds } from "./overdue-seeds.tsx";
import { SeedPlaces } from "./seed-places.tsx";

type Seed = Outputs["seeds"]["get"];

/** Data of the screen, with the words of writers for seeds. */
const SET_UPS = { ...DATA, one: "set-up", many: "set-ups" };

/** The set-ups of a project and what pays them off, those that are overdue first. */
export function SeedsScreen() {
  return (
    <Shell title={<h1 className="text-13">Set-ups and pay-offs</h1>}>
      <OverdueSeeds />
      <ResourceBody<Seed>
        data={SET_UPS}
        about="A set-up is a promise to your readers: note where you make it and by when you keep it, and none is forgotten."
        details={(seed) => <SeedPlaces key={seed.id} seed={seed} />}
      />
    </Shell>
  );
}
