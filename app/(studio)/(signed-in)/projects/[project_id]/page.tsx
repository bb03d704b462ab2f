import { redirect } from "next/navigation";

/** The address of a project alone leads to where writing begins. */
export default async function ProjectPage({ params }: { params: Promise<{ project_id: string }> }) {
  const { project_id } = await params;
  redirect(`/projects/${encodeURIComponent(project_id)}/dialogues`);
}
