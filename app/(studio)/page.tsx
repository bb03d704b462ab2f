import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { HomeBody } from "#components/studio/home-body.tsx";
import { PageFrame } from "#components/studio/page-frame.tsx";
import { SignOut } from "#components/studio/sign-out.tsx";
import { csrfToken } from "./csrf-cookie.ts";
import { PROJECTS_PER_PAGE, viewProjects } from "./projects-view.ts";

export const metadata: Metadata = { title: "Projects" };

interface HomeProps {
  searchParams: Promise<{ page?: string | string[]; prepared?: string | string[] }>;
}

export default async function Home({ searchParams }: HomeProps) {
  const { page: asked, prepared } = await searchParams;
  const page = typeof asked === "string" && /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 1;
  const view = await viewProjects(page);
  if (view.kind === "signed-out") redirect("/sign-in");
  const token = await csrfToken();
  // The session outlives the browser, the form's token does not.
  if (token === null && prepared === undefined) redirect("/sign-in/prepare?to=home");
  return (
    <PageFrame
      actions={
        <>
          <a href="/docs" className="link text-13">
            API reference
          </a>
          {view.kind === "projects" && view.email !== null && (
            <span className="break-all text-13 text-ink-3 max-sm:hidden">{view.email}</span>
          )}
          {token !== null && <SignOut action="/api/auth/signout" csrfToken={token} />}
        </>
      }
    >
      <HomeBody view={view} page={page} pageSize={PROJECTS_PER_PAGE} />
    </PageFrame>
  );
}
