import { expect, test } from "vitest";
import ProjectPage from "./page.tsx";

test("the address of a project alone leads to its dialogues", async () => {
  const leads = (project_id: string) => ProjectPage({ params: Promise.resolve({ project_id }) });
  await expect(leads("prj_1")).rejects.toMatchObject({
    digest: expect.stringContaining(";/projects/prj_1/dialogues;"),
  });
  await expect(leads("a/../b")).rejects.toMatchObject({ digest: expect.stringContaining(";/projects/a%2F..%2Fb/") });
});
