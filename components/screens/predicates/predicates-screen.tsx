"use client";

import DATA from "../../frame/resource/data/predicates.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";

/** The predicates of a project: what facts say of somebody, and what of that cannot hold at once. */
export function PredicatesScreen() {
  return (
    <ResourceScreen
      data={DATA}
      about="A predicate is what a fact says, such as “lives in”. With its rules, facts that cannot both be true are shown."
    />
  );
}
