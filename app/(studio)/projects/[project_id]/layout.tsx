import type { ReactNode } from "react";
import { ProjectProvider } from "#components/frame/project/project-provider.tsx";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { signedIn } from "../../signed-in.ts";

interface ProjectLayoutProps {
  params: Promise<{ project_id: string }>;
  children: ReactNode;
}

/** Layout of all pages of a project: the session, and the project. */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { project_id } = await params;
  const session = await signedIn();
  return (
    <StudioProviders session={session}>
      <ProjectProvider projectId={project_id}>{children}</ProjectProvider>
    </StudioProviders>
  );
}
