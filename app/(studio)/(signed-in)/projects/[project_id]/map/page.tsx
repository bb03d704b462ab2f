import type { Metadata } from "next";
import { ProjectMapScreen } from "#components/screens/project-map/project-map-screen.tsx";

export const metadata: Metadata = { title: "Map" };

export default function ProjectMapPage() {
  return <ProjectMapScreen />;
}
