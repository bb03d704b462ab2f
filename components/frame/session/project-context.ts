"use client";

import { createContext } from "react";

/** Id of the project; null outside of all. */
export const ProjectContext = createContext<string | null>(null);
