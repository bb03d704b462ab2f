import type { ReactNode } from "react";
import { ProjectProvider } from "#components/frame/project/project-provider.tsx";
import { UndoProvider } from "#components/frame/undo/undo-provider.tsx";

interface ProjectLayoutProps {
  params: Promise<{ project_id: string }>;
  children: ReactNode;
}

/** Layout of all pages of a project. */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { project_id } = await params;
  return (
    <ProjectProvider projectId={project_id}>
      <UndoProvider>{children}</UndoProvider>
    </ProjectProvider>
  );
}
